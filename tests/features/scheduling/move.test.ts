// Moving a scheduled tweet to another slot: where it lands, what refuses it, and whose it is.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, hours } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { deletePermanently, moveToTrash } from "~/features/ideas/ideas.server";
import { addToTimeline, moveToSlot, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { editTweet, publishDue, publishNow, readJournal, unlink } from "~/features/publishing/publishing.server";
import { slotOf } from "~/features/timeline/week";
import { getTweet } from "~/features/tweets/tweets.server";
import { localDate } from "~/ground/time/zone";
import { createTestApp, type TestApp } from "~tests/support/app";
import { sendDue } from "~tests/support/sends";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let bob: Person;
let own: Account;
let ids: number[];
let tomorrow: string;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off", MIN_GAP_SECONDS: "5400" } });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  own = await linkAccount(app, alice, "alice_own");
  const other = await linkAccount(app, alice, "alice_default");
  await setDefault(app, alice.user.id, other.networkUserId);
  ids = (await makeBatch(app, alice, own)).map(({ id }) => id);
  tomorrow = localDate(app.clock.now() + hours(24), "UTC");
});
afterEach(() => app?.close());

const at = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`);
const place = (index: number, executeAt: number) =>
  scheduleAt(app, { userId: alice.user.id, tweetId: ids[index]!, account: own.networkUserId, executeAt });
const move = (index: number, hour: number, more: Partial<Parameters<typeof moveToSlot>[1]> = {}) =>
  moveToSlot(app, { userId: alice.user.id, tweetId: ids[index]!, date: tomorrow, hour, anyway: false, ...more });

it("a moved tweet lands in the slot, keeps its account and words, and its journal says so", async () => {
  await place(0, at(tomorrow, "08:00"));
  const moved = await move(0, 15);
  expect(slotOf(moved.executeAt, "UTC")).toEqual({ date: tomorrow, hour: 15 });
  expect(moved).toMatchObject({ before: { at: at(tomorrow, "08:00"), reason: null }, account: { id: own.id } });
  const tweet = await getTweet(app, alice.user.id, ids[0]!);
  expect(tweet).toMatchObject({ state: "scheduled", dueAt: moved.executeAt, ownAccountId: own.id });
  expect(tweet.momentReason).toMatch(/^Picked at random within \w{3}, \w{3} \d+, 15:00–17:00 UTC\.$/);
  expect((await readJournal(app, ids[0]!)).at(-1)).toMatchObject({ kind: "moved", detail: tweet.momentReason });
});

it("the gap to the account's others is kept, another account's don't count, and a full slot leaves it where it was", async () => {
  await place(0, at(tomorrow, "08:00"));
  await place(1, at(tomorrow, "16:00"));
  for (let roll = 0; roll < 5; roll += 1) {
    await expect(move(0, 15)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(
        /^No free time on .*15:00–17:00\. This tweet stays scheduled for Fri, Nov 20, 08:00\.$/,
      ),
    });
  }
  expect((await getTweet(app, alice.user.id, ids[0]!)).dueAt).toBe(at(tomorrow, "08:00"));
  const account = (await linkAccount(app, alice, "alice_third")).networkUserId;
  await scheduleAt(app, { userId: alice.user.id, tweetId: ids[1]!, account, executeAt: at(tomorrow, "16:00") });
  await move(0, 15);
});

it("its own moment takes no room: it moves within its slot, or to the one beside it", async () => {
  await place(0, at(tomorrow, "15:55"));
  await place(1, at(tomorrow, "11:00"));
  for (const hour of [15, 13, 15, 17, 15]) {
    for (const roll of [0, 0.5, 0.99]) {
      app.random = () => roll;
      expect(slotOf((await move(0, hour)).executeAt, "UTC")).toEqual({ date: tomorrow, hour });
    }
  }
  // Half an hour of this slot is as far from the other as the gap asks, and its own moment lies in it.
  await place(1, at(tomorrow, "13:00"));
  await place(0, at(tomorrow, "14:30"));
  app.random = () => 0;
  expect((await move(0, 13)).executeAt).toBe(at(tomorrow, "14:30"));
});

it("a quiet slot is asked about first, a slot that has passed is refused", async () => {
  await place(0, at(tomorrow, "08:00"));
  const question = /^Your quiet hours include Fri, Nov 20, (0[0-6]|23):\d\d\. Move anyway\?$/;
  await expect(move(0, 23)).rejects.toMatchObject({ code: "quiet_hours", message: expect.stringMatching(question) });
  const { executeAt } = await move(0, 23, { anyway: true });
  expect(slotOf(executeAt, "UTC").hour).toBe(23);
  const yesterday = localDate(app.clock.now() - hours(24), "UTC");
  await expect(move(0, 11, { date: yesterday })).rejects.toMatchObject({
    code: "invalid",
    message: "This time slot is in the past.",
  });
  expect((await getTweet(app, alice.user.id, ids[0]!)).dueAt).toBe(executeAt);
});

it("a tweet that was moved into quiet hours all the same goes out in them", async () => {
  await place(0, at(tomorrow, "08:00"));
  const { executeAt, reason } = await move(0, 23, { anyway: true });
  expect((await readJournal(app, ids[0]!)).at(-1)).toMatchObject({ kind: "moved", detail: reason });
  app.clock.advance(executeAt - app.clock.now());
  await (
    await publishDue(app)
  ).done;
  expect(await getTweet(app, alice.user.id, ids[0]!)).toMatchObject({ state: "published", publishedAt: executeAt });
});

it("another's tweet is not there, and one that isn't scheduled any more stays what it is", async () => {
  await place(0, at(tomorrow, "08:00"));
  await expect(move(0, 15, { userId: bob.user.id })).rejects.toMatchObject({ code: "not_found" });
  await unschedule(app, { userId: alice.user.id, tweetId: ids[0]! });
  await expect(move(0, 15)).rejects.toMatchObject({ code: "not_scheduled" });
  await publishNow(app, { userId: alice.user.id, tweetId: ids[1]!, account: own.networkUserId });
  await expect(move(1, 15)).rejects.toMatchObject({ code: "not_scheduled" });
  await place(2, at(tomorrow, "08:00"));
  await app.db
    .updateTable("tweets")
    .set({ state: "publishing", lease_token: "x", lease_until: 1 })
    .where("id", "=", ids[2]!)
    .execute();
  await expect(move(2, 15)).rejects.toMatchObject({ message: "This tweet is being posted, so it can’t be moved." });
});

it("a day more than a year ahead is refused", async () => {
  await place(0, at(tomorrow, "08:00"));
  const date = localDate(app.clock.now() + days(366), "UTC");
  await expect(move(0, 15, { date })).rejects.toMatchObject({ message: "Choose a time within a year." });
  const within = localDate(app.clock.now() + days(364), "UTC");
  expect(slotOf((await move(0, 15, { date: within })).executeAt, "UTC")).toEqual({ date: within, hour: 15 });
});

/** What may have become of the tweet in another tab, or by itself, since this one was drawn. */
const meanwhile: Record<
  string,
  { action: (id: number) => Promise<unknown>; code: string | null; state: string | null }
> = {
  "edited, it moves with its new words": {
    action: (tweetId) => editTweet(app, { userId: alice.user.id, tweetId, content: "Other words." }),
    code: null,
    state: "scheduled",
  },
  "sent, it stays out": {
    action: async () => {
      app.clock.advance(at(tomorrow, "08:00") - app.clock.now());
      await sendDue(app);
    },
    code: "not_scheduled",
    state: "published",
  },
  "posted at once, it stays out": {
    action: (tweetId) => publishNow(app, { userId: alice.user.id, tweetId, account: null, scheduledToo: true }),
    code: "not_scheduled",
    state: "published",
  },
  "discarded, it stays in the bin": {
    action: async (tweetId) => {
      await unschedule(app, { userId: alice.user.id, tweetId });
      await moveToTrash(app, { userId: alice.user.id, tweetId });
    },
    code: "not_scheduled",
    state: "pending",
  },
  "deleted for good, it is not there": {
    action: async (tweetId) => {
      await unschedule(app, { userId: alice.user.id, tweetId });
      await moveToTrash(app, { userId: alice.user.id, tweetId });
      await deletePermanently(app, { userId: alice.user.id, tweetId });
    },
    code: "not_found",
    state: null,
  },
  "freed by unlinking its account, it is an idea": {
    action: () => unlink(app, alice.user.id, own.networkUserId),
    code: "not_scheduled",
    state: "pending",
  },
};

describe("a tweet that was meanwhile", () => {
  it.each(Object.entries(meanwhile))("%s", async (_, { action, code, state }) => {
    await place(0, at(tomorrow, "08:00"));
    await action(ids[0]!);
    const later = { date: localDate(at(tomorrow, "12:00") + days(1), "UTC") };
    const came = await move(0, 15, later).catch((error: unknown) => error as { code: string });
    expect("code" in came ? came.code : null).toBe(code);
    const now = await getTweet(app, alice.user.id, ids[0]!).catch(() => null);
    expect(now?.state ?? null).toBe(state);
    if (code === null) expect(now).toMatchObject({ content: "Other words." });
  });

  it.each(Object.entries(meanwhile))("%s, also where both are pressed at once", async (_, { action, state }) => {
    await place(0, at(tomorrow, "08:00"));
    const later = { date: localDate(at(tomorrow, "12:00") + days(1), "UTC") };
    const [moved] = await Promise.allSettled([move(0, 15, later), action(ids[0]!).catch(() => null)]);
    const now = await getTweet(app, alice.user.id, ids[0]!).catch(() => null);
    // Either was first: what was moved before its moment came is not sent at it.
    expect([state, moved.status === "fulfilled" ? "scheduled" : state]).toContain(now?.state ?? null);
    if (now?.state === "scheduled") expect(slotOf(now.dueAt ?? 0, "UTC")).toEqual({ ...later, hour: 15 });
    else expect(now?.dueAt ?? null).toBe(now?.state === "published" ? now?.dueAt : null);
    const attempts = await app.db.selectFrom("attempts").select("id").where("tweet_id", "=", ids[0]!).execute();
    expect(attempts).toHaveLength(now?.state === "published" ? 1 : 0);
  });
});

it("brought back, it has the sentence of its first draw; one that it never had is none", async () => {
  const ask = { userId: alice.user.id, tweetId: ids[0]!, account: own.networkUserId };
  const { reason, executeAt } = await addToTimeline(app, { ...ask, timeZone: null });
  const { before } = await move(0, 15);
  expect(before).toEqual({ at: executeAt, reason });
  await scheduleAt(app, { ...ask, executeAt: before.at, reason: before.reason });
  expect(await getTweet(app, alice.user.id, ids[0]!)).toMatchObject({ dueAt: executeAt, momentReason: reason });
  expect((await readJournal(app, ids[0]!)).at(-1)).toMatchObject({ kind: "moved", detail: reason });
  await scheduleAt(app, { ...ask, executeAt, reason: "Chosen by the stars." });
  expect((await getTweet(app, alice.user.id, ids[0]!)).momentReason).toBeNull();
});

it("two tabs that move two tweets into one slot at once keep the gap between them", async () => {
  await place(0, at(tomorrow, "08:00"));
  await place(1, at(tomorrow, "18:00"));
  const came = await Promise.allSettled([move(0, 13), move(1, 13)]);
  const moments = came.flatMap((one) => (one.status === "fulfilled" ? one.value.executeAt : []));
  expect(moments.length).toBeGreaterThan(0);
  if (moments.length === 2) expect(Math.abs(moments[0]! - moments[1]!)).toBeGreaterThanOrEqual(hours(1.5));
});
