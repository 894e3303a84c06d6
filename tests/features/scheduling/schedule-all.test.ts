// Schedule all: what was shown is what is stored, for each tweet's own account, whatever another tab did meanwhile.
import { expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import {
  rescheduleOutsideHours,
  listOutsideHours,
  type Plan,
  planAll,
  readHours,
  saveHours,
  scheduleAll,
  scheduleAt,
  unschedule,
  unscheduleAll,
  type Wanted,
} from "~/features/scheduling/scheduling.server";
import { pauseAccount, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { makeWorld, start, type World } from "../publishing/world";

/** Ideas of alice's as her `own` account; her default is `main`. */
async function makeIdeas({ app, account }: World, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const content = `idea ${n} of ${["bees", "bread", "rain", "maps", "chess", "tea", "wool"][n % 7]}`;
    ids.push((await writeTweet(app, { userId: "alice", content, account: account.own.networkUserId })).id);
  }
  return ids;
}

const wantedOf = (plan: Plan): Wanted[] =>
  plan.tweets.flatMap(({ tweetId, textHash, account, at }) =>
    at === null ? [] : [{ tweetId, textHash, account: account.networkUserId, at }],
  );

async function makePlanned(count: number, over = 7) {
  const world = await makeWorld({ tweets: false });
  world.app.random = Math.random;
  const ids = await makeIdeas(world, count);
  const plan = await planAll(world.app, { userId: "alice", tweetIds: ids, days: over });
  return { world, ids, plan, wanted: wantedOf(plan) };
}

it("plans each as its own account and writes nothing; carried out, it stands as it was shown", async () => {
  const { world, ids, plan, wanted } = await makePlanned(5);
  const { app, account } = world;
  expect(plan.tweets.map((one) => one.tweetId).sort()).toEqual([...ids].sort());
  expect(plan.tweets.every((one) => one.account.id === account.own.id && one.price === 0.015)).toBe(true);
  for (const id of ids) expect((await getTweet(app, "alice", id)).state).toBe("pending");
  const result = await scheduleAll(app, { userId: "alice", wanted, days: 7 });
  expect(result).toMatchObject({ rescheduled: 0, refused: [] });
  for (const { tweetId, at } of wanted) {
    const tweet = await getTweet(app, "alice", tweetId);
    expect(tweet).toMatchObject({ state: "scheduled", publishType: "scheduled", dueAt: at });
    expect(tweet.account?.id).toBe(account.own.id);
    expect(tweet.momentReason).toMatch(/^Picked at random/);
  }
});

it("leaves out what is in the bin, of a paused account, and what says the same as another", async () => {
  const { world, ids } = await makePlanned(3);
  const { app, account } = world;
  await moveToTrash(app, { userId: "alice", tweetId: ids[0] ?? 0 });
  await app.db.updateTable("tweets").set({ content: "alike", fingerprint: "alike" }).where("id", "in", ids).execute();
  const ask = { userId: "alice", tweetIds: ids, days: 7 };
  const plan = await planAll(app, ask);
  expect(plan.tweets.map(({ tweetId }) => tweetId)).toEqual([ids[1]]);
  expect(plan.refused).toMatchObject([{ tweetId: ids[2], reason: "Another of these tweets has the same text." }]);
  await pauseAccount(app, "alice", account.own.networkUserId);
  const paused = await planAll(app, ask);
  expect([paused.tweets, paused.refused.map(({ tweetId }) => tweetId)]).toEqual([[], [ids[1], ids[2]]]);
});

it("spreads five over a week, each on a day of its own, and never at night", async () => {
  const { plan } = await makePlanned(5);
  const dates = plan.tweets.map(({ at }) => new Date(at ?? 0));
  expect(new Set(dates.map((date) => date.toISOString().slice(0, 10))).size).toBe(5);
  for (const date of dates) expect(date.getUTCHours()).toBeGreaterThanOrEqual(7);
  for (const date of dates) expect(date.getUTCHours()).toBeLessThan(23);
});

it("pressed in two tabs at once, schedules each once", async () => {
  const { world, wanted } = await makePlanned(4);
  const both = await Promise.all([
    scheduleAll(world.app, { userId: "alice", wanted, days: 7 }),
    scheduleAll(world.app, { userId: "alice", wanted, days: 7 }),
  ]);
  expect(both.map((one) => one.scheduled.length).sort()).toEqual([0, 4]);
  expect(both.flatMap((one) => one.refused)).toHaveLength(4);
});

it("what was sent or is gone meanwhile is named, the others are scheduled", async () => {
  const { world, ids, wanted } = await makePlanned(3);
  const { app, account } = world;
  await publishNow(app, { userId: "alice", tweetId: ids[0] ?? 0, account: account.own.networkUserId });
  await app.db.deleteFrom("tweet_events").execute();
  await app.db
    .deleteFrom("tweets")
    .where("id", "=", ids[1] ?? 0)
    .execute();
  const result = await scheduleAll(app, { userId: "alice", wanted, days: 7 });
  expect(result.scheduled.map(({ tweetId }) => tweetId)).toEqual([ids[2]]);
  expect(result.refused.map(({ tweetId }) => tweetId).sort()).toEqual([ids[0], ids[1]].sort());
});

it("a moment that another tweet has meanwhile is drawn anew, and is told", async () => {
  const { world, wanted } = await makePlanned(2);
  const { app, account } = world;
  const [first] = wanted;
  const other = await writeTweet(app, { userId: "alice", content: "in between", account: account.own.networkUserId });
  const ask = { userId: "alice", tweetId: other.id, account: account.own.networkUserId };
  await scheduleAt(app, { ...ask, executeAt: (first?.at ?? 0) + 1000 });
  const result = await scheduleAll(app, { userId: "alice", wanted, days: 7 });
  expect(result.rescheduled).toBe(1);
  const moved = result.scheduled.find(({ tweetId }) => tweetId === first?.tweetId);
  expect(Math.abs((moved?.at ?? 0) - (first?.at ?? 0) - 1000)).toBeGreaterThanOrEqual(app.config.minGapMs);
});

it.each([
  ["that is over", -hours(1)],
  ["in the night", hours(16)],
  ["in a year", days(365)],
])("a moment %s, sent by hand, is not taken", async (_, far) => {
  const { world, wanted } = await makePlanned(1);
  const forged = wanted.map((one) => ({ ...one, at: start + far }));
  const result = await scheduleAll(world.app, { userId: "alice", wanted: forged, days: 7 });
  expect(result).toMatchObject({ rescheduled: 1, refused: [] });
  const [at = 0] = result.scheduled.map((one) => one.at);
  expect(at).toBeGreaterThan(start);
  expect(at).toBeLessThan(start + days(8));
});

it("undone, those go back that still stand where they were put", async () => {
  const { world, ids, wanted } = await makePlanned(3);
  const { app } = world;
  const { scheduled } = await scheduleAll(app, { userId: "alice", wanted, days: 7 });
  const [one, two, three] = ids as [number, number, number];
  await unschedule(app, { userId: "alice", tweetId: one });
  await scheduleAt(app, { userId: "alice", tweetId: two, account: null, executeAt: start + hours(30) });
  expect(await unscheduleAll(app, { userId: "bob", placed: scheduled })).toBe(0);
  expect(await unscheduleAll(app, { userId: "alice", placed: scheduled })).toBe(1);
  expect((await getTweet(app, "alice", two)).dueAt).toBe(start + hours(30));
  expect((await getTweet(app, "alice", three)).state).toBe("pending");
});

it("another's tweets are planned and scheduled by nobody else", async () => {
  const { world, ids, wanted } = await makePlanned(2);
  await expect(planAll(world.app, { userId: "bob", tweetIds: ids, days: 7 })).rejects.toMatchObject({
    code: "not_found",
  });
  const result = await scheduleAll(world.app, { userId: "bob", wanted, days: 7 });
  expect(result.scheduled).toEqual([]);
  expect(result.refused).toHaveLength(2);
});

it.each([0, 31, 1.5, NaN])("%s days are refused", async (over) => {
  const { world, ids } = await makePlanned(1);
  const planning = planAll(world.app, { userId: "alice", tweetIds: ids, days: over });
  await expect(planning).rejects.toMatchObject({ code: "invalid" });
});

it("where the days have no room the rest is named, and stays", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  await saveHours(app, { userId: "alice", account: account.own.networkUserId, hours: { postsADay: 2 } });
  const ids = await makeIdeas(world, 5);
  const plan = await planAll(app, { userId: "alice", tweetIds: ids, days: 1 });
  expect(plan.tweets.map(({ at }) => at !== null)).toEqual([true, true, false, false, false]);
});

it("an account's own hours hold for what is drawn, for its day and for its gap, and for no other account", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  const ref = account.own.networkUserId;
  const own = { quiet: { from: 12, to: 8 }, window: [1, 4], gapMinutes: 120, postsADay: 3 } as const;
  const saved = await saveHours(app, { userId: "alice", account: ref, hours: { ...own, window: [1, 4] } });
  expect(saved.hours).toEqual({
    window: { fromMs: hours(1), toMs: hours(4) },
    quietHours: { from: 12, to: 8 },
    minGapMs: minutes(120),
    // A longer gap of its own is the spacing, too.
    spacingMs: minutes(120),
    dailyPostLimit: 3,
  });
  expect((await readHours(app, "alice", account.main.networkUserId)).hours.dailyPostLimit).toBe(
    app.config.dailyPostLimit,
  );
  app.random = Math.random;
  const ids = await makeIdeas(world, 4);
  const plan = await planAll(app, { userId: "alice", tweetIds: ids, days: 2 });
  for (const { at } of plan.tweets) if (at !== null) expect([8, 9, 10, 11]).toContain(new Date(at).getUTCHours());
  const again = await saveHours(app, { userId: "alice", account: ref, hours: {} });
  expect(again.account.hours).toBeNull();
});

it.each([
  [{ quiet: { from: 2, to: 23 } }, "quiet", /20 hours/],
  [{ quiet: { from: 2, to: 2 } }, "quiet", /two different/],
  [{ quiet: { from: 2.5, to: 7 } }, "quiet", /whole hours/],
  [{ window: [0.25, 4] }, "window_hours", /0\.5 and 72/],
  [{ window: [4, 80] }, "window_hours", /0\.5 and 72/],
  [{ window: [4, 4.5] }, "window_hours", /1 hour or more/],
  [{ gapMinutes: 0 }, "gap_minutes", /minimum is 1/],
  [{ postsADay: 51 }, "posts_a_day", /maximum is 50/],
  [{ postsADay: 0 }, "posts_a_day", /1 to 50/],
])("%j is refused in words", async (wrong, field, words) => {
  const { app, account } = await makeWorld({ tweets: false });
  const saving = saveHours(app, {
    userId: "alice",
    account: account.own.networkUserId,
    hours: wrong as Parameters<typeof saveHours>[1]["hours"],
  });
  await expect(saving).rejects.toMatchObject({ code: "invalid", message: expect.stringMatching(words) as string });
  await expect(saving).rejects.toMatchObject({ faults: [{ loc: ["body", field] }] });
});

it("hours of another's account are neither read nor saved", async () => {
  const { app, account } = await makeWorld({ tweets: false });
  const ref = account.bob.networkUserId;
  await expect(readHours(app, "alice", ref)).rejects.toMatchObject({ code: "not_found" });
  await expect(saveHours(app, { userId: "alice", account: ref, hours: {} })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("what waits against new hours is listed with why, drawn anew by one press, and left by none", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  const ref = account.own.networkUserId;
  const ids = await makeIdeas(world, 3);
  const at = [start + hours(24), start + hours(24.5), start + hours(30)];
  for (const [n, tweetId] of ids.entries())
    await scheduleAt(app, { userId: "alice", tweetId, account: ref, executeAt: at[n] ?? 0 });
  await app.db.updateTable("tweets").set({ moment_reason: "Picked at random." }).execute();
  expect(await listOutsideHours(app, "alice", ref)).toEqual([]);
  await saveHours(app, { userId: "alice", account: ref, hours: { quiet: { from: 15, to: 7 }, gapMinutes: 60 } });
  const outsideHours = await listOutsideHours(app, "alice", ref);
  expect(outsideHours.map(({ id, why }) => [id, why])).toEqual([
    [ids[1], "gap"],
    [ids[2], "quiet"],
  ]);
  app.random = Math.random;
  expect(await rescheduleOutsideHours(app, "alice", ref)).toBe(2);
  expect(await listOutsideHours(app, "alice", ref)).toEqual([]);
  expect((await getTweet(app, "alice", ids[0] ?? 0)).dueAt).toBe(at[0]);
});

it("what is drawn anew takes no room from itself: where its own day alone is free, it has that", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  const ref = account.own.networkUserId;
  const noon = Date.parse("2026-11-19T12:00:00Z");
  const [first = 0, ...others] = await makeIdeas(world, 14);
  const put = (tweetId: number, executeAt: number) =>
    scheduleAt(app, { userId: "alice", tweetId, account: ref, executeAt });
  await put(first, noon + hours(4));
  for (const [n, tweetId] of others.entries()) await put(tweetId, noon + days(n + 1));
  await app.db.updateTable("tweets").set({ moment_reason: "Picked at random." }).where("id", "=", first).execute();
  await saveHours(app, { userId: "alice", account: ref, hours: { quiet: { from: 15, to: 7 }, postsADay: 1 } });
  expect((await listOutsideHours(app, "alice", ref)).map(({ id, why }) => [id, why])).toEqual([[first, "quiet"]]);
  app.random = Math.random;
  expect(await rescheduleOutsideHours(app, "alice", ref)).toBe(1);
  const { dueAt } = await getTweet(app, "alice", first);
  expect(dueAt).toBeGreaterThan(app.clock.now());
  expect(dueAt).toBeLessThan(noon + hours(3));
  expect(await listOutsideHours(app, "alice", ref)).toEqual([]);
});
