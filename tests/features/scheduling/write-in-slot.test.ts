// Words for a slot: written and scheduled in one step as the named account, or nothing at all.
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { scheduleAt, writeInSlot } from "~/features/scheduling/scheduling.server";
import { slotOf } from "~/features/timeline/week";
import { countUnsent, getTweet } from "~/features/tweets/tweets.server";
import { localDate } from "~/ground/time/zone";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let own: Account;
let tomorrow: string;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off", MIN_GAP_SECONDS: "5400" } });
  alice = await makePerson(app, "alice");
  own = await linkAccount(app, alice, "alice_own");
  const other = await linkAccount(app, alice, "alice_default");
  await setDefault(app, alice.user.id, other.networkUserId);
  tomorrow = localDate(app.clock.now() + hours(24), "UTC");
});
afterEach(() => app?.close());

const write = (hour: number, more: Partial<Parameters<typeof writeInSlot>[1]> = {}) =>
  writeInSlot(app, {
    userId: alice.user.id,
    content: "Bees keep us.",
    account: own.networkUserId,
    date: tomorrow,
    hour,
    anyway: false,
    ...more,
  });

it("what is written for a slot waits at one of its minutes, as the account that was named", async () => {
  const { tweetId, executeAt, reason } = await write(15);
  expect(slotOf(executeAt, "UTC")).toEqual({ date: tomorrow, hour: 15 });
  const tweet = await getTweet(app, alice.user.id, tweetId);
  expect(tweet).toMatchObject({ state: "scheduled", dueAt: executeAt, ownAccountId: own.id, origin: "own" });
  expect([tweet.momentReason, reason]).toEqual([reason, expect.stringMatching(/, 15:00–17:00 UTC/)]);
});

it("where the slot is full, over, quiet or the words say the same as others, nothing is written", async () => {
  const [tweet] = await makeBatch(app, alice, own);
  const executeAt = Date.parse(`${tomorrow}T16:00:00Z`);
  await scheduleAt(app, { userId: alice.user.id, tweetId: tweet!.id, account: own.networkUserId, executeAt });
  const before = await countUnsent(app, alice.user.id);
  await expect(write(15)).rejects.toMatchObject({ message: expect.stringMatching(/^No free time on .*\.$/) });
  const yesterday = localDate(app.clock.now() - hours(24), "UTC");
  await expect(write(15, { date: yesterday })).rejects.toMatchObject({ message: "This time slot is in the past." });
  const question = /^Your quiet hours include (\w+, \w+ \d+, )?\d\d:\d\d\. Schedule anyway\?$/;
  await expect(write(23)).rejects.toMatchObject({ code: "quiet_hours", message: expect.stringMatching(question) });
  await expect(write(9, { content: "x".repeat(300) })).rejects.toMatchObject({ code: "invalid" });
  await expect(write(9, { content: tweet!.content })).rejects.toMatchObject({ code: "duplicate" });
  expect(await countUnsent(app, alice.user.id)).toBe(before);
  const night = await write(23, { anyway: true });
  expect(slotOf(night.executeAt, "UTC").hour).toBe(23);
  // Meant so: a reason would have it drawn anew when it falls due.
  expect((await getTweet(app, alice.user.id, night.tweetId)).momentReason).toBeNull();
});

it("two tabs that write for one slot at once keep the gap between them", async () => {
  const came = await Promise.allSettled([write(13), write(13, { content: "Goats do not." })]);
  const moments = came.flatMap((one) => (one.status === "fulfilled" ? one.value.executeAt : []));
  expect(moments.length).toBeGreaterThan(0);
  if (moments.length === 2) expect(Math.abs(moments[0]! - moments[1]!)).toBeGreaterThanOrEqual(hours(1.5));
});
