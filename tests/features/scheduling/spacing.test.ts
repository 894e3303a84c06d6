// Each draw of a random time keeps apart from the account's other tweets, which it reads where the time is written.
import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { saveHours } from "~/features/scheduling/hours.server";
import {
  addToTimeline,
  moveToSlot,
  planAll,
  rescheduleAtNight,
  scheduleAll,
  scheduleAt,
  unschedule,
  writeInSlot,
  writeMany,
} from "~/features/scheduling/scheduling.server";
import { planHash } from "~/features/scheduling/schedule-all.server";
import { pauseAccount, resumeAccount, writeTweet } from "~/features/publishing/publishing.server";
import { account, alice, app, ask, now, other, pass, read, setStage } from "../publishing/stage";

setStage();

const all = [0, 1, 2, 3, 4];
const add = (n: number) => addToTimeline(app, { ...ask(n), timeZone: "UTC" });
const inOrder = (times: readonly number[]) => times.toSorted((a, b) => a - b);

function closest(times: readonly (number | null)[]): number {
  const sorted = inOrder(times.map((at) => at ?? NaN));
  return Math.min(...sorted.slice(1).map((at, n) => at - (sorted[n] ?? 0))) / minutes(1);
}

const dueAt = async () => Promise.all(all.map(async (n) => (await read(n)).dueAt));

describe("a tweet that is added to the timeline", () => {
  it("is 30 minutes or more from four others of one sitting, and is told why", async () => {
    for (const n of all) await add(n);
    expect(closest(await dueAt())).toBeGreaterThanOrEqual(30);
    expect((await read(0)).momentReason).toBe("Picked at random between 14:18 and 18:18 UTC.");
    expect((await read(1)).momentReason).toBe(
      "Picked at random between 14:18 and 18:18 UTC, at least 60 minutes from other tweets.",
    );
  });

  it("is as far from the others when all are added at once", async () => {
    await Promise.all(all.map(add));
    expect(closest(await dueAt())).toBeGreaterThanOrEqual(30);
  });

  it("is drawn as ever with SPACING_MINUTES=0: five on the same draw are at the same time", async () => {
    app.config.spacingMs = 0;
    app.random = () => 0.5;
    for (const n of all) await add(n);
    expect(new Set(await dueAt()).size).toBe(1);
  });

  it("keeps nothing from its own earlier time, from drafts and from another account's tweets", async () => {
    app.random = () => 0.5;
    const { executeAt } = await add(0);
    expect((await add(0)).executeAt).toBe(executeAt);
    await unschedule(app, ask(0));
    expect((await add(1)).executeAt).toBe(executeAt);
    const mine = await writeTweet(app, { userId: alice.user.id, content: "As the default.", account: null });
    const asOther = { userId: alice.user.id, tweetId: mine.id, account: other.networkUserId, timeZone: "UTC" };
    expect((await addToTimeline(app, asOther)).executeAt).toBe(executeAt);
    await app.db.updateTable("tweets").set({ account_id: account.id }).where("id", "=", mine.id).execute();
  });

  it("keeps it from what was posted a moment ago, and not from what failed", async () => {
    await saveHours(app, { userId: alice.user.id, account: account.networkUserId, hours: { window: [0.5, 1.5] } });
    app.random = () => 0;
    await now(0);
    expect((await add(1)).executeAt).toBe(app.clock.now() + hours(1));
    await app.db
      .updateTable("tweets")
      .set({ state: "failed", error: "No.", error_code: "refused" })
      .where("id", "=", ask(1).tweetId)
      .execute();
    expect((await add(2)).executeAt).toBe(app.clock.now() + hours(1));
  });

  it("keeps the account's own gap where that is longer, and the other account's is what it was", async () => {
    const own = { userId: alice.user.id, account: account.networkUserId, hours: { gapMinutes: 110 } };
    expect((await saveHours(app, own)).hours).toMatchObject({ minGapMs: minutes(110), spacingMs: minutes(110) });
    app.random = () => 0.5;
    const [first, second] = [await add(0), await add(1)];
    expect(Math.abs(first.executeAt - second.executeAt)).toBeGreaterThanOrEqual(minutes(110));
    app.config.spacingMs = 0;
    expect((await saveHours(app, own)).hours).toMatchObject({ minGapMs: minutes(110), spacingMs: 0 });
  });
});

describe("tweets that are drawn again", () => {
  it("are apart when a pause is over", async () => {
    for (const n of all) await scheduleAt(app, { ...ask(n), executeAt: app.clock.now() + hours(1) });
    await pauseAccount(app, alice.user.id, account.networkUserId);
    app.clock.advance(hours(3));
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect(closest(await dueAt())).toBeGreaterThanOrEqual(30);
  });

  it("are apart when their person has moved", async () => {
    for (const n of all) await add(n);
    const night = await rescheduleAtNight(app, alice.user.id, "Asia/Tokyo");
    expect(night).toBe(5);
    expect(closest(await dueAt())).toBeGreaterThanOrEqual(30);
  });

  it("are apart when the server was off as they fell due", async () => {
    for (const n of all) await scheduleAt(app, { ...ask(n), executeAt: app.clock.now() + hours(1) });
    app.clock.advance(hours(3));
    for (const _ of all) await pass();
    const times = await dueAt();
    expect(times.every((at) => (at ?? 0) >= app.clock.now() + hours(4))).toBe(true);
    expect(closest(times)).toBeGreaterThanOrEqual(30);
  });
});

describe("many at once", () => {
  const topics = ["bees", "bread", "rain", "maps", "chess", "tea", "wool", "salt", "clay", "ink"];
  const wordsOf = (n: number) => `Note ${n} about ${topics[n % 10]} and ${topics[(n * 7 + 3) % 10]}, page ${n * 31}.`;
  const userId = () => alice.user.id;

  it("are apart when an app writes them with random times", async () => {
    const tweets = all.map((n) => ({
      content: wordsOf(n),
      account: account.networkUserId,
      publishAt: "random" as const,
    }));
    const made = await writeMany(app, { userId: userId(), tweets });
    expect(closest(made.map(({ dueAt }) => dueAt))).toBeGreaterThanOrEqual(30);
  });

  async function planned(count: number, from: number) {
    const ids: number[] = [];
    for (let n = from; n < from + count; n += 1)
      ids.push((await writeTweet(app, { userId: userId(), content: wordsOf(n), account: account.networkUserId })).id);
    const plan = await planAll(app, { userId: userId(), tweetIds: ids, days: 1 });
    const wanted = plan.tweets.flatMap(({ tweetId, content, at }) =>
      at === null ? [] : [{ tweetId, textHash: planHash(content), account: account.networkUserId, at }],
    );
    return scheduleAll(app, { userId: userId(), wanted, days: 1 });
  }

  it("are 30 minutes apart after three plans of five for one day", async () => {
    app.clock.set(Date.UTC(2026, 10, 20, 6));
    const done = [await planned(5, 0), await planned(5, 5), await planned(5, 10)];
    const times = done.flatMap(({ scheduled }) => scheduled.map(({ at }) => at));
    expect(times).toHaveLength(15);
    expect(done.map(({ rescheduled }) => rescheduled)).toEqual([0, 0, 0]);
    expect(closest(times)).toBeGreaterThanOrEqual(30);
  });

  it("are all placed when there are fifty for one day", async () => {
    app.clock.set(Date.UTC(2026, 10, 20, 6));
    app.config.dailyPostLimit = 0;
    const { scheduled, refused } = await planned(50, 0);
    expect([scheduled.length, refused]).toEqual([50, []]);
    expect(closest(scheduled.map(({ at }) => at))).toBeGreaterThanOrEqual(15);
  });
});

describe("a time slot", () => {
  const slot = () => ({ date: "2026-11-20", hour: 15, anyway: false });

  it("has its tweets apart while there is room, whether they are written there or moved", async () => {
    app.random = () => 0;
    const slots = { userId: alice.user.id, account: account.networkUserId, ...slot() };
    const first = await writeInSlot(app, { ...slots, content: "First of the slot." });
    const second = await writeInSlot(app, { ...slots, content: "Second there, of another kind." });
    expect(second.executeAt - first.executeAt).toBe(hours(1));
    await scheduleAt(app, { ...ask(0), executeAt: app.clock.now() + days(3) });
    const moved = await moveToSlot(app, { ...slots, tweetId: ask(0).tweetId });
    expect(moved.executeAt - first.executeAt).toBe(minutes(30));
    // A tweet that is moved within its slot doesn't keep from itself.
    const again = await moveToSlot(app, { ...slots, tweetId: ask(0).tweetId });
    expect(again.executeAt).toBe(moved.executeAt);
  });
});
