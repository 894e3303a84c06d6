// A day's money among people: each has a share that nobody else can use, and no more than that.
import { afterEach, beforeEach, expect, it } from "vitest";
import fc from "fast-check";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { disablePerson, readSpending, setShare } from "~/features/people/people.server";
import { listSpending } from "~/features/spending/spending.server";
import { publishDue, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { leastShare, shareOf, startOfDay } from "~/features/spending/day-limit";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { isAppError } from "~/ground/errors";
import { days, hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { sumSpent } from "~tests/support/spent";

/** Somebody with two accounts: what they post is posted as `account`, which is not their default. */
interface Poster {
  person: Person;
  account: Account;
  main: Account;
}

let app: TestApp;
let alice: Poster;
let bob: Poster;
beforeEach(async () => {
  app = await createTestApp({ config: { dailyPostLimit: 0, quietHours: null, minGapMs: 0, rateLimits: false } });
  app.clock.set(Date.parse("2026-11-25T08:00:00Z"));
  alice = await makePoster("alice");
  bob = await makePoster("bob");
});
afterEach(() => app.close());

async function makePoster(name: string): Promise<Poster> {
  const person = await makePerson(app, name);
  const account = await linkAccount(app, person, `${name}_x`);
  const main = await linkAccount(app, person, `${name}_main`);
  await setDefault(app, person.user.id, main.networkUserId);
  return { person, account, main };
}

let made = 0;
const write = async ({ person, account }: Poster, hasLink = true) => {
  made += 1;
  const content = hasLink ? `Look at this ${made}: https://example.com/${made}` : `Plain words ${made}`;
  const { id } = await writeTweet(app, { userId: person.user.id, content, account: account.networkUserId });
  return { userId: person.user.id, tweetId: id, account: null };
};
const post = async (who: Poster, hasLink = true) => publishNow(app, await write(who, hasLink));
const plan = async (who: Poster, afterMs: number, hasLink = true) => {
  const ask = await write(who, hasLink);
  await scheduleAt(app, { ...ask, executeAt: app.clock.now() + afterMs });
  return ask;
};
const pass = async () => (await publishDue(app)).done;
const read = ({ userId, tweetId }: { userId: string; tweetId: number }) => getTweet(app, userId, tweetId);

/** Posts until it is refused; how many went out, and the sentence. */
async function spendAll(who: Poster, hasLink = true): Promise<{ out: number; refused: string; code: string }> {
  for (let out = 0; ; out += 1)
    try {
      await post(who, hasLink);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { out, refused: error.message, code: error.code };
    }
}
const expectAs = (tweet: Tweet, { account }: Poster) =>
  expect([tweet.state, tweet.account?.networkUserId]).toEqual(["published", account.networkUserId]);

it("one person spends all that they can, and another's Post Now and scheduled tweet still go out", async () => {
  const waiting = await plan(bob, hours(1));
  const spent = await spendAll(alice);
  expect(spent).toEqual({
    out: 12,
    code: "daily_spend_limit",
    refused:
      "You’ve used your $2.50 share of this server’s $5.00 for today. Add this tweet to the timeline, or try again tomorrow.",
  });
  expectAs(await post(bob), bob);
  app.clock.advance(hours(1));
  await pass();
  expectAs(await read(waiting), bob);
});

it("one person alone has all of it, and whoever comes then has their share all the same", async () => {
  expect((await spendAll(alice)).out).toBe(25);
  const waiting = await plan(bob, minutes(30));
  expectAs(await post(bob), bob);
  app.clock.advance(minutes(30));
  await pass();
  expectAs(await read(waiting), bob);
  expect((await spendAll(bob)).refused).toContain("You’ve used your $2.50 share of this server’s $5.00 for today.");
});

it("two accounts of one person share what is theirs, in one pass too", async () => {
  app.config.dailySpendLimit = 0.8;
  await plan(bob, hours(3));
  const asks = [];
  for (const account of [alice.account, alice.main])
    asks.push(await plan({ ...alice, account }, minutes(10)), await plan({ ...alice, account }, minutes(10)));
  app.clock.advance(minutes(10));
  for (let n = 0; n < 4; n += 1) await pass();
  const states = (await Promise.all(asks.map(read))).map(({ state }) => state);
  expect(states.toSorted()).toEqual(["published", "published", "scheduled", "scheduled"]);
});

it("what is scheduled beyond a share moves to the next day and says whose limit it is", async () => {
  app.config.dailySpendLimit = 0.8;
  const waiting = await plan(alice, minutes(10));
  const others = await plan(bob, minutes(10));
  expect((await spendAll(alice)).out).toBe(2);
  app.clock.advance(minutes(10));
  await pass();
  const moved = await read(waiting);
  expectAs(await read(others), bob);
  expect(moved.state).toBe("scheduled");
  expect(moved.momentReason).toContain("You’ve used your $0.40 share of this server’s $0.80 for today.");
  app.clock.set(moved.dueAt ?? 0);
  await pass();
  expectAs(await read(waiting), alice);
});

it("a share is what it is at the moment: it shrinks when others plan something, and grows when they are gone", async () => {
  app.config.dailySpendLimit = 1;
  await plan(bob, days(9));
  const shareOfAlice = async () => {
    await post(alice, false);
    return (await listSpending(app.db, app)).find(({ userId }) => userId === alice.person.user.id)?.shareMicros;
  };
  expect(await shareOfAlice()).toBe(500_000);
  const carol = await makePoster("carol");
  expect(await shareOfAlice()).toBe(500_000);
  await plan(carol, hours(2));
  expect(await shareOfAlice()).toBe(330_000);
  await disablePerson(app, carol.person.user.id, null);
  expect(await shareOfAlice()).toBe(500_000);
  // Planned more than seven days ago, for more than seven days from now on it was; then its moment comes near.
  app.clock.advance(days(7) + 1);
  await app.db
    .updateTable("tweets")
    .set({ due_at: app.clock.now() + days(8) })
    .where("state", "=", "scheduled")
    .execute();
  expect(await shareOfAlice()).toBe(1_000_000);
  app.clock.advance(days(2));
  expect(await shareOfAlice()).toBe(500_000);
});

it("a share that is set is its person's alone, and the others share the rest", async () => {
  app.config.dailySpendLimit = 1.5;
  await plan(bob, hours(3));
  await setShare(app, alice.person.user.id, 0.3, null);
  expect((await spendAll(alice)).refused).toContain("You’ve used your $0.30 share of this server’s $1.50 for today.");
  expect((await spendAll(bob)).refused).toContain("You’ve used your $1.20 share of this server’s $1.50 for today.");
  await expect(setShare(app, bob.person.user.id, 1.21, null)).rejects.toMatchObject({
    code: "invalid",
    message: "The shares you set can’t add up to more than the server’s $1.50 a day. This share can be up to $1.20.",
  });
  await setShare(app, bob.person.user.id, 1.2, null);
  // Lowered since: each has a part of it as large as before.
  app.config.dailySpendLimit = 0.75;
  const shares = (await readSpending(app, null)).map(({ shareMicros }) => shareMicros);
  expect(shares.toSorted((one, other) => one - other)).toEqual([150_000, 600_000]);
  await setShare(app, alice.person.user.id, null, null);
  app.config.dailySpendLimit = 0;
  await expect(setShare(app, alice.person.user.id, 1, null)).rejects.toMatchObject({ code: "invalid" });
  await post(alice);
});

it("without a limit nobody is refused", async () => {
  app.config.dailySpendLimit = 0;
  await plan(bob, hours(3));
  for (let n = 0; n < 30; n += 1) await post(alice);
});

it("what costs more than a whole share says so, and nothing that was not used is told as used", async () => {
  app.config.dailySpendLimit = 0.1;
  await expect(post(alice)).rejects.toThrow(
    "This costs $0.20, but only $0.10 is left of your $0.10 share of this server’s $0.10 for today.",
  );
});

it("shares never add up to more than the limit, but for those that are one post with a link", () => {
  const division = fc.record({
    limit: fc.integer({ min: 1, max: 10_000 }),
    people: fc.integer({ min: 0, max: 60 }),
    set: fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(division, ({ limit, people, set }) => {
      const cent = 10_000;
      const limitMicros = limit * cent;
      const setMicros = set.reduce((sum, one) => sum + one * cent, 0);
      const of = (own: number | null) => shareOf({ limitMicros, setMicros, people }, own);
      const kept = set.reduce((sum, one) => sum + of(one * cent), 0);
      expect(kept).toBeLessThanOrEqual(Math.max(limitMicros, 0));
      for (const one of set) expect(of(one * cent)).toBeLessThanOrEqual(one * cent);
      if (people === 0) return;
      const equal = of(null);
      expect(equal).toBeGreaterThanOrEqual(Math.min(limitMicros, leastShare));
      expect(equal).toBeLessThanOrEqual(limitMicros);
      if (equal > leastShare) expect(kept + people * equal).toBeLessThanOrEqual(limitMicros);
      if (people === 1 && set.length === 0) expect(equal).toBe(limitMicros);
    }),
  );
});

it("of random people who post at random nobody spends more than their share, and none is refused below it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 5, max: 90 }),
      fc.array(fc.record({ who: fc.nat(2), link: fc.boolean(), later: fc.boolean() }), { minLength: 6, maxLength: 9 }),
      async (limit, actions) => {
        app.clock.advance(days(8));
        app.config.dailySpendLimit = limit / 50;
        const people = [alice, bob, { ...alice, account: alice.main }];
        const day = startOfDay(app.clock.now(), "UTC");
        const waiting = new Set<number>();
        for (const { who, link, later } of actions) {
          const poster = people[who] ?? alice;
          const before = await spendingOf(poster);
          const isPlanned = later && waiting.size < 3;
          const price = link ? 200_000 : 15_000;
          const went = isPlanned
            ? waiting.add((await plan(poster, minutes(5), link)).tweetId).size > 0
            : await post(poster, link).then(
                () => true,
                (error: unknown) => {
                  expect(isAppError(error) && error.code).toBe("daily_spend_limit");
                  return false;
                },
              );
          const after = await spendingOf(poster);
          if (!isPlanned) expect(went).toBe(before.spentMicros + price <= after.shareMicros);
          app.clock.advance(minutes(1));
          const was = new Map((await listSpending(app.db, app)).map((one) => [one.userId, one]));
          await pass();
          const all = await listSpending(app.db, app);
          for (const { userId, spentMicros } of all) {
            // What was spent while the share was larger stays spent.
            const { spentMicros: least = 0, shareMicros = 0 } = was.get(userId) ?? {};
            expect(spentMicros).toBeLessThanOrEqual(Math.max(least, shareMicros));
          }
          expect(all.reduce((sum, one) => sum + one.spentMicros, 0)).toBe(await sumSpent(app.db, day));
        }
        await app.db.deleteFrom("tweets").where("state", "=", "scheduled").execute();
      },
    ),
    { numRuns: process.env["LINNET_NIGHT"] ? 200 : 3 },
  );

  async function spendingOf({ person }: Poster) {
    const found = (await listSpending(app.db, app)).find(({ userId }) => userId === person.user.id);
    return found ?? { spentMicros: 0, shareMicros: 0 };
  }
});
