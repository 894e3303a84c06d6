// What is due, on random worlds, by the rules in plain words.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DueQuery, listDue } from "~/features/publishing/store/due-and-gap.server";
import type { NewRow, Row, TweetState } from "~db/schema";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson } from "~tests/support/people/make";

let app: TestApp;
let userId: string;
beforeEach(async () => {
  app = await createTestApp();
  userId = (await makePerson(app, "alice")).user.id;
});
afterEach(() => app.close());

/** All moments lie within some tens of milliseconds, so that they meet often. */
const moment = fc.integer({ min: 0, max: 40 });
const maybe = fc.option(moment, { nil: null, freq: 2 });
const seldom = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, moment);

const tweet = fc.record({
  state: fc.constantFrom<TweetState[]>("scheduled", "scheduled", "scheduled", "publishing", "published", "unknown"),
  publishType: fc.constantFrom<("scheduled" | "immediate")[]>("scheduled", "scheduled", "immediate"),
  dueAt: moment,
});

const account = fc.record({
  status: fc.constantFrom<Row<"accounts">["status"][]>("active", "active", "active", "active", "paused", "reconnect"),
  unlinkedAt: seldom,
  waitUntil: maybe,
  lastSendAt: maybe,
  tweets: fc.array(tweet, { minLength: 1, maxLength: 5 }),
});

type Account = typeof account extends fc.Arbitrary<infer T> ? T : never;

const asked: fc.Arbitrary<DueQuery> = fc
  .record({
    now: moment,
    ahead: fc.integer({ min: 0, max: 10 }),
    gapMs: fc.integer({ min: 0, max: 10 }),
    catchUpMs: fc.integer({ min: 0, max: 20 }),
    awayUntil: moment,
    limit: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ ahead, catchUpMs, ...by }) => ({ ...by, until: by.now + ahead, catchUpGapMs: by.gapMs + catchUpMs }));

interface Scheduled {
  id: number;
  dueAt: number;
}

/** The rules in plain words, for one account's tweets on the timeline. */
function dueOf(one: Account, timeline: Scheduled[], by: DueQuery): Scheduled[] {
  const [first] = timeline.toSorted((a, b) => a.dueAt - b.dueAt || a.id - b.id);
  if (!first || first.dueAt > by.until || one.status !== "active" || one.unlinkedAt !== null) return [];
  if (one.tweets.some(({ state, publishType }) => state === "publishing" && publishType === "scheduled")) return [];
  const at = Math.max(first.dueAt, by.now);
  if (one.waitUntil !== null && one.waitUntil > at) return [];
  const gap = first.dueAt < by.awayUntil ? by.catchUpGapMs : by.gapMs;
  const isClockSetBack = one.lastSendAt !== null && one.lastSendAt > by.until;
  return one.lastSendAt === null || isClockSetBack || at - one.lastSendAt >= gap ? [first] : [];
}

async function make(one: Account, n: number): Promise<Scheduled[]> {
  const row: NewRow<"accounts"> = {
    user_id: userId,
    network: "sandbox",
    network_user_id: String(n),
    username: `alice_${n}`,
    display_name: "Alice",
    is_default: 0,
    status: one.status,
    tokens: "-",
    wait_until: one.waitUntil,
    scheduled_send_at: one.lastSendAt,
    linked_at: 0,
    unlinked_at: one.unlinkedAt,
  };
  const { id } = await app.db.insertInto("accounts").values(row).returning("id").executeTakeFirstOrThrow();
  const timeline: Scheduled[] = [];
  for (const { state, publishType, dueAt } of one.tweets) {
    const made = await app.db
      .insertInto("tweets")
      .values({
        user_id: userId,
        account_id: id,
        position: 0,
        origin: "own",
        content: "-",
        fingerprint: "-",
        created_at: 0,
        updated_at: 0,
        state,
        publish_type: publishType,
        due_at: dueAt,
        lease_token: state === "publishing" ? "-" : null,
        published_at: state === "published" ? dueAt : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (state === "scheduled") timeline.push({ id: made.id, dueAt });
  }
  return timeline;
}

it("is each account's earliest tweet where the account may post", async () => {
  const worlds = { answered: 0, cut: 0, tied: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(account, { minLength: 3, maxLength: 14, size: "max" }), asked, async (accounts, by) => {
      await app.db.deleteFrom("tweets").execute();
      await app.db.deleteFrom("accounts").execute();
      const may: Scheduled[] = [];
      for (const [n, one] of accounts.entries()) {
        const timeline = await make(one, n);
        may.push(...dueOf(one, timeline, by));
      }
      const expected = may.toSorted((a, b) => a.dueAt - b.dueAt || a.id - b.id).slice(0, by.limit);
      const all = await listDue(app.db, by);
      expect(all.map(({ tweet }) => tweet.id)).toEqual(expected.map(({ id }) => id));
      if (expected.length > 0) worlds.answered += 1;
      if (expected.length < may.length) worlds.cut += 1;
      if (new Set(may.map(({ dueAt }) => dueAt)).size < may.length) worlds.tied += 1;
    }),
    { numRuns: 300 },
  );
  // Worlds of each kind came up.
  expect(Math.min(...Object.values(worlds))).toBeGreaterThan(0);
});
