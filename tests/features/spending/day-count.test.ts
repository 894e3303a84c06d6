// What counts for a day's limit: the account's tweets lead to the attempts, and must lead to each of them.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { countPosts, countPostsOfAll } from "~/features/spending/store/spent.server";
import type { AttemptOutcome, Row } from "~db/schema";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

interface Life {
  state: Row<"tweets">["state"];
  account: 0 | 1;
  /** From the day's beginning, ms. */
  startedAt: number;
  /** What the network's clock was off, ms; a published tweet's place. */
  skew: number;
  /** When it is due or looked up, from the day's beginning. */
  dueAt: number;
  earlier: AttemptOutcome[];
}

const outcomes = {
  pending: "absent",
  scheduled: "not_sent",
  publishing: "sending",
  unknown: "unknown",
  published: "published",
  failed: "failed",
} as const;
const counted = ["sending", "published", "unknown"];

const life: fc.Arbitrary<Life> = fc.record({
  state: fc.constantFrom(...(Object.keys(outcomes) as Life["state"][])),
  account: fc.constantFrom(0, 1),
  startedAt: fc.oneof(
    fc.integer({ min: -hours(30), max: hours(25) }),
    fc.constantFrom(-1, 0, 1, -minutes(59), hours(25)),
  ),
  skew: fc.integer({ min: -minutes(60) + 1, max: minutes(60) - 1 }),
  dueAt: fc.integer({ min: -hours(30), max: hours(300) }),
  earlier: fc.array(fc.constantFrom("absent", "not_sent", "waiting", "refused", "failed"), { maxLength: 2 }),
});

it("is every attempt of the account since the day began that is out or may be, and nothing else", async () => {
  const alice = await makePerson(app, "alice");
  const accounts = [await linkAccount(app, alice, "alice_x"), await linkAccount(app, alice, "alice_y")];
  const since = app.clock.now();
  let tokens = 0;
  let maxCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(life, { maxLength: 30, size: "max" }), async (lives) => {
      await app.db.deleteFrom("tweets").execute();
      for (const { state, account, startedAt, skew, dueAt, earlier } of lives) {
        const token = `${(tokens += 1)}`;
        const { id } = await app.db
          .insertInto("tweets")
          .values({
            user_id: alice.user.id,
            account_id: accounts[account]?.id ?? 0,
            position: 0,
            origin: "own",
            content: token,
            fingerprint: token,
            created_at: since,
            updated_at: since,
            state,
            publish_type: "scheduled",
            due_at: since + dueAt,
            lease_token: state === "publishing" ? token : null,
            published_at: state === "published" ? since + startedAt + skew : null,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        const attempts = [...earlier, outcomes[state]].map((outcome, n) => ({
          tweet_id: id,
          attempt_no: n + 1,
          lease_token: `${token}-${n}`,
          text_hash: "-",
          started_at: since + startedAt,
          settle_at: since + startedAt,
          outcome,
          price_micros: 15_000,
        }));
        await app.db.insertInto("attempts").values(attempts).execute();
      }
      const days = accounts.map(({ id }) => ({ accountId: id, since }));
      const together = await countPostsOfAll(app.db, days);
      for (const [n, account] of accounts.entries()) {
        const own = lives.filter((one) => one.account === n && one.startedAt >= 0);
        const expected = own.filter(({ state }) => counted.includes(outcomes[state])).length;
        maxCount = Math.max(maxCount, expected);
        expect(await countPosts(app.db, account.id, since)).toBe(expected);
        expect(together.get(account.id)).toBe(expected);
      }
    }),
    { numRuns: 60 },
  );
  expect(maxCount).toBeGreaterThan(2);
});
