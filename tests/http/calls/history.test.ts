// The history of an account, as a bare array: the tweet that is posted next is in it, however many newer ones there are.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { NewRow } from "~db/schema";
import type { Account } from "~/features/accounts/account";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { fingerprint } from "~/features/tweets/text";
import { hours } from "~/ground/time/duration";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { linkAccount } from "~tests/support/people/make";

const newer = 205;

let cast: Cast;
let second: Account;
let ids: { next: number; going: number; failed: number; newer: number[] };

const rowOf = (account: Account, row: Partial<NewRow<"tweets">>): NewRow<"tweets"> => {
  const content = `Linnets ${randomUUID()}`;
  const now = cast.app.clock.now();
  const words = { content, fingerprint: fingerprint(content), origin: "own" as const, position: 0 };
  const whose = { user_id: cast.alice.user.id, account_id: account.id, account_is_own: 1 as const };
  return { ...words, ...whose, created_at: now, updated_at: now, due_at: now, state: "failed", ...row };
};

async function insert(rows: NewRow<"tweets">[]): Promise<number[]> {
  const made = await cast.app.db.insertInto("tweets").values(rows).returning("id").execute();
  return made.map(({ id }) => id);
}

beforeEach(async () => {
  cast = await createCast();
  second = await linkAccount(cast.app, cast.alice, "alice_two");
  const now = cast.app.clock.now();
  const ask = { userId: cast.alice.user.id, account: second.networkUserId };
  const { id: next } = await writeTweet(cast.app, { ...ask, content: "Next up" });
  await scheduleAt(cast.app, { ...ask, tweetId: next, executeAt: now + hours(1) });
  const posted = (_: unknown, n: number) =>
    rowOf(second, { state: "published", published_at: now, post_id: String(n), publish_type: "immediate" });
  const [, going = 0, failed = 0, ...out] = await insert([
    // The default account's, and not asked for.
    rowOf(cast.alice.account, { state: "unknown" }),
    rowOf(second, { state: "unknown" }),
    rowOf(second, { error: "No." }),
    ...Array.from({ length: newer }, posted),
  ]);
  ids = { next, going, failed, newer: out.toReversed() };
});
afterEach(() => cast?.close());

const listed = async (query: string) => {
  const path = `/api/questions/list/${cast.alice.user.id}/account/${second.networkUserId}${query}`;
  const { body } = await cast.client.send<{ id: number }[]>("GET", path, {}, cast.alice.key);
  return body.map(({ id }) => id);
};

it("without any filter it has the newest 200, and below them all that is scheduled or on its way", async () => {
  expect(await listed("")).toEqual([...ids.newer.slice(0, 200), ids.going, ids.next]);
});

it("with a limit, a place or a stretch of time it has what was asked for, and no more", async () => {
  expect(await listed("?limit=200")).toEqual(ids.newer.slice(0, 200));
  const below = [...ids.newer.slice(101), ids.failed, ids.going, ids.next];
  expect(await listed(`?before=${ids.newer[100]}`)).toEqual(below);
  expect(await listed("?from=2020-01-01T00:00:00Z")).toEqual(ids.newer.slice(0, 200));
  expect(await listed("?to=2099-01-01T00:00:00Z")).toEqual(ids.newer.slice(0, 200));
});
