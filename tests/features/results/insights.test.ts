// What the page and the API are made of: whose, which account, what is compared, pages, hours, costs, marks, the sheet.
import { describe, expect, it } from "vitest";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { findInsightsPost, readInsights, resultsCsv, saveResultSettings } from "~/features/results/results.server";
import { days, hours } from "~/ground/time/duration";
import type { InsightsQuery } from "~/features/results/insights.server";
import { account, alice, app, bob, network, other, post, postIdOf, run, setStage, switchOn } from "./stage";

const ask = (change: Partial<InsightsQuery> = {}): InsightsQuery => ({
  userId: alice.user.id,
  account: account.networkUserId,
  period: 30,
  slot: "24h",
  sort: "date",
  page: 1,
  withChosen: true,
  ...change,
});

const read = async (change: Partial<InsightsQuery> = {}) => {
  const insights = await readInsights(app, ask(change));
  if (!insights) throw new Error("No account is linked");
  return insights;
};

/** So many posts of a day ago, each read at 24 hours; the n-th has n likes of 200 views. */
async function readPosts(count: number): Promise<number[]> {
  const ids = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await post(hours(24) - n * 1_000, { figures: { likes: n, reposts: 0, replies: 0, impressions: 200 } }));
  await switchOn();
  await run();
  return ids;
}

describe("on X", () => {
  setStage();

  it("is of the named account, else of the default, and of nobody else's", async () => {
    await post(hours(24));
    expect((await read()).username).toBe("alice_x");
    expect(await read({ account: null })).toMatchObject({ username: "alice_default", published: 0 });
    await expect(readInsights(app, ask({ userId: bob.user.id }))).rejects.toMatchObject({ code: "not_found" });
    const nobody = { ...ask(), userId: "nobody", account: null };
    expect(await readInsights(app, nobody)).toBeNull();
  });

  it("compares nothing below twenty posts, and says how many there are", async () => {
    const ids = await readPosts(19);
    const insights = await read();
    expect(insights).toMatchObject({
      read: 19,
      enough: false,
      meanPer1000: null,
      usualViews: null,
      top: [],
      bottom: [],
      rated: [],
    });
    expect(insights.posts.every(({ rate, seen }) => rate === null && seen === null)).toBe(true);
    expect(insights.posts.map(({ tweetId }) => tweetId)).toEqual(ids.toReversed());
  });

  it("from twenty on posts have a rate, a place and what is usual, and three stand at either end", async () => {
    const ids = await readPosts(20);
    const insights = await read({ sort: "rate" });
    expect(insights).toMatchObject({ read: 20, enough: true, usualViews: 200 });
    expect(insights.meanPer1000).toBeCloseTo(47.5);
    expect(insights.posts[0]?.tweetId).toBe(ids[19]);
    expect(insights.top.map(({ tweetId }) => tweetId)).toEqual([ids[19], ids[18], ids[17]]);
    expect(insights.bottom.map(({ tweetId }) => tweetId)).toEqual([ids[0], ids[1], ids[2]]);
    expect(insights.posts[0]?.seen).toBe(1);
    const [best] = insights.posts;
    expect(best?.rate?.rate).toBeLessThan(19 / 200);
    expect(best?.rate?.low).toBeLessThan(best?.rate?.rate ?? 0);
    expect(insights.rated.map(({ tweetId }) => tweetId)).toEqual(ids);
  });

  it("a post with an unknown figure stands in the list and is not compared", async () => {
    const unknown = await post(hours(25), { figures: { bookmarks: null } });
    await readPosts(20);
    const insights = await read();
    expect(insights.read).toBe(20);
    expect(insights.posts.find(({ tweetId }) => tweetId === unknown)).toMatchObject({ rate: null, seen: null });
  });

  it("pages hold thirty posts, and a page that isn't there is the last one", async () => {
    await readPosts(35);
    const all = [...(await read()).posts, ...(await read({ page: 2 })).posts].map(({ tweetId }) => tweetId);
    expect(new Set(all).size).toBe(35);
    expect((await read({ page: 9 })).page).toBe(2);
    expect((await read({ sort: "seen", page: 2 })).posts).toHaveLength(5);
  });

  it("posts of before the period are compared with and not listed", async () => {
    await readPosts(20);
    app.clock.advance(days(40));
    await post(hours(24));
    await run();
    const insights = await read();
    expect(insights).toMatchObject({ published: 1, read: 21, enough: true });
    expect(await read({ period: 90 })).toMatchObject({ published: 21 });
  });

  it("counts in hours what Linnet drew, and what the person chose where they want it", async () => {
    await post(hours(24));
    await post(hours(24), { chosen: true });
    await switchOn();
    await run();
    expect((await read()).hours.n).toBe(2);
    expect((await read({ withChosen: false })).hours).toMatchObject({ n: 1, enough: false });
  });

  it("tells what the month has cost, by account and level, and what it will", async () => {
    await post(hours(24));
    await post(hours(24), { of: other });
    await switchOn();
    await run();
    const { costs } = await read();
    expect(costs).toMatchObject({ postsOfMonth: 2, spentThisMonth: 0.01, restsUntil: null });
    expect(costs.spentByAccount).toEqual([
      { username: "alice_x", usd: 0.005 },
      { username: "alice_default", usd: 0.005 },
    ]);
    expect(costs.spentByLevel).toEqual([{ level: "light", usd: 0.01 }]);
    expect(costs.perTweet).toEqual({ off: 0, light: 0.01, full: 0.025 });
    expect(costs.perMonth).toEqual({ off: 0, light: 0.02, full: 0.05 });
    // 20 days and 15 hours of 30 are left.
    expect(costs.restOfMonth).toBeCloseTo((0.02 * 20.625) / 30);
    expect(costs.spentThisMonth).toBe(network.meter().micros / 1_000_000);
  });

  it("says before a level is chosen what it reads at once, and that much is charged at most", async () => {
    await post(hours(24));
    await post(hours(30), { of: other });
    await post(hours(37));
    await post(days(8));
    // It joins those that are due.
    await post(hours(23));
    await post(hours(22));
    const { onChoosing } = await read();
    expect(onChoosing).toEqual({ off: 0, light: 0.02, full: 0.02 });
    await switchOn();
    await run();
    expect(network.meter().micros).toBe(20_000);
    expect((await read()).onChoosing).toMatchObject({ light: 0, full: 0 });
  });

  it("names the ages of the chosen level that were missed, and none of a post that is gone", async () => {
    const [late, gone] = [await post(hours(40)), await post(hours(40))];
    await app.db.updateTable("tweets").set({ deleted_at: app.clock.now() }).where("id", "=", gone).execute();
    await switchOn();
    const find = (tweetId: number) => findInsightsPost(app, { userId: alice.user.id, tweetId, slot: "24h" });
    expect((await find(late))?.missed).toEqual(["24h"]);
    app.clock.advance(days(10));
    expect((await find(late))?.missed).toEqual(["24h", "7d"]);
    expect((await find(gone))?.missed).toEqual([]);
  });

  it("an opened post is its person's alone", async () => {
    const id = await post(hours(24));
    expect(await findInsightsPost(app, { userId: alice.user.id, tweetId: id, slot: "24h" })).toMatchObject({
      tweetId: id,
      read: 0,
    });
    expect(await findInsightsPost(app, { userId: bob.user.id, tweetId: id, slot: "24h" })).toBeNull();
  });

  it("the sheet has a row a reading, of this account alone, and no cell that a spreadsheet runs", async () => {
    await post(hours(24), { text: "=1+1\nsecond line" });
    await post(hours(24), { of: other });
    await switchOn();
    await run();
    const { text, name } = await resultsCsv(app, { userId: alice.user.id, account: account.networkUserId });
    const lines = text.split("\r\n").filter(Boolean);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"tweet_id","post_url","published_at","slot","read_at","likes"');
    expect(lines[1]).toContain(`"24h"`);
    expect(lines[1]).toContain("'=1+1\nsecond line");
    expect(name).toBe("linnet-results-alice_x-2026-11-10.csv");
    const sheet = { userId: bob.user.id, account: account.networkUserId };
    await expect(resultsCsv(app, sheet)).rejects.toMatchObject({ code: "not_found" });
  });

  it("more readings than one piece of the sheet are all in it, under one head", async () => {
    for (let n = 0; n < 520; n += 1) await post(hours(24) + n);
    await switchOn();
    await run();
    const { text } = await resultsCsv(app, { userId: alice.user.id, account: String(account.id) });
    expect(text.split("\r\n").filter(Boolean)).toHaveLength(521);
    expect(text.match(/tweet_id/g)).toHaveLength(1);
  });
});

describe("marks", () => {
  setStage();

  /** Posts with a reading at 7 days; the last of twenty is seen too seldom. */
  async function aged(count = 20): Promise<number[]> {
    const ids = [];
    for (let n = 0; n < count; n += 1)
      ids.push(
        await post(days(7) - n * 1_000, {
          figures: { likes: n, reposts: 0, replies: 0, impressions: n === 19 ? 199 : 400 },
        }),
      );
    await switchOn();
    await run();
    return ids;
  }
  const marked = async (received: "well" | "less") =>
    (await app.db.selectFrom("tweets").select("id").where("received", "=", received).orderBy("id").execute()).map(
      ({ id }) => id,
    );

  it("stand on the three best and the three least of enough posts, each seen 200 times, only while the person wants them", async () => {
    const ids = await aged();
    expect([await marked("well"), await marked("less")]).toEqual([[], []]);
    await saveResultSettings(app, alice.user.id, { learn: true });
    expect(await marked("well")).toEqual(ids.slice(16, 19));
    expect(await marked("less")).toEqual(ids.slice(0, 3));
    await saveResultSettings(app, alice.user.id, { learn: false });
    expect([await marked("well"), await marked("less")]).toEqual([[], []]);
  });

  it("follow the readings: one that is gone is marked no more", async () => {
    const ids = await aged(22);
    await saveResultSettings(app, alice.user.id, { learn: true, level: "full" });
    const best = ids[18] ?? 0;
    network.gone.add(await postIdOf(best));
    app.clock.advance(days(22));
    await run();
    expect(await marked("well")).not.toContain(best);
    expect((await marked("well")).length).toBeGreaterThan(0);
  });

  /** Sixty posts whose moment Linnet drew, of which those of the evening are seen many times as often. */
  async function evenings(): Promise<void> {
    for (let n = 0; n < 60; n += 1) {
      const isEvening = n % 4 === 0;
      const day = days(20 + Math.floor(n / 4));
      const at = isEvening ? 18 : [8, 10, 14][n % 3];
      const age = day + app.clock.now() - (app.clock.now() - (app.clock.now() % days(1))) - hours(at ?? 8);
      const id = await post(age, { figures: { impressions: isEvening ? 4_000 + n : 100 + n } });
      await app.db
        .insertInto("readings")
        .values({
          tweet_id: id,
          slot: "24h",
          read_at: app.clock.now(),
          impressions: isEvening ? 4_000 + n : 100 + n,
          likes: 1,
          reposts: 0,
          replies: 0,
          quotes: 0,
          bookmarks: 0,
          source: "x",
        })
        .execute();
    }
  }
  const leaning = async () =>
    (await app.db.selectFrom("accounts").select("leaning").where("id", "=", account.id).executeTakeFirstOrThrow())
      .leaning;

  it("make moments lean towards hours that were seen more, where the person wants it, and say so", async () => {
    await evenings();
    await switchOn();
    expect(await leaning()).toBeNull();
    await saveResultSettings(app, alice.user.id, { lean: true });
    expect(await leaning()).not.toBeNull();
    const [idea] = await app.db
      .insertInto("tweets")
      .values({
        user_id: alice.user.id,
        account_id: account.id,
        account_is_own: 1,
        position: 0,
        origin: "own",
        content: "An idea",
        fingerprint: "an idea",
        created_at: 1,
        updated_at: 1,
        state: "pending",
      })
      .returning("id")
      .execute();
    app.clock.set(Date.parse("2026-11-10T12:00:00Z"));
    const placed = await addToTimeline(app, {
      userId: alice.user.id,
      tweetId: idea?.id ?? 0,
      account: null,
      timeZone: "UTC",
    });
    expect(placed.reason).toContain("a little more likely from 18:00");
    expect(placed.account.id).toBe(account.id);
    await saveResultSettings(app, alice.user.id, { lean: false });
    expect(await leaning()).toBeNull();
  });

  it("leave out moments that the person chose", async () => {
    await evenings();
    await app.db.updateTable("tweets").set({ moment_reason: null }).where("id", "<", 40).execute();
    await saveResultSettings(app, alice.user.id, { lean: true });
    expect(await leaning()).toBeNull();
  });
});

describe("in the sandbox", () => {
  setStage({ kind: "sandbox" });

  it("nothing costs anything, every figure is invented, and moments lean towards nothing", async () => {
    for (let n = 0; n < 25; n += 1) await post(hours(24) + n);
    await saveResultSettings(app, alice.user.id, { level: "full", lean: true });
    await run();
    const insights = await read();
    expect(insights.source).toBe("sandbox");
    expect(insights.costs).toMatchObject({
      perMonth: { off: 0, light: 0, full: 0 },
      spentThisMonth: 0,
      restOfMonth: 0,
    });
    expect(insights.posts.every(({ readings }) => readings.every(({ source }) => source === "sandbox"))).toBe(true);
    const { leaning } = await app.db
      .selectFrom("accounts")
      .select("leaning")
      .where("id", "=", account.id)
      .executeTakeFirstOrThrow();
    expect(leaning).toBeNull();
    const { text } = await resultsCsv(app, { userId: alice.user.id, account: String(account.id) });
    expect(text.match(/sample data \(sandbox\)/g)).toHaveLength(25);
  });
});
