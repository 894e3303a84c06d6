// A person with many rows: whatever looks through all of them lets others have their turn between, and finds the last one.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listBatches } from "~/features/generation/generation.server";
import { readComparison } from "~/features/results/results.server";
import { searchTerms } from "~/features/tweets/search";
import {
  listDiscarded,
  listHistory,
  listNewestAndComing,
  listTweets,
  listUnsent,
} from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { isOnPostgres } from "~tests/support/databases/database";
import { linkAccount, makePerson } from "~tests/support/people/make";

const many = 4_500;
let app: TestApp;
let userId: string;
let accountId: number;

beforeEach(async () => {
  app = await createTestApp();
  const alice = await makePerson(app, "alice");
  userId = alice.user.id;
  accountId = (await linkAccount(app, alice, "alice")).id;
});
afterEach(() => app.close());

/** So many alike, of which the n-th was written n milliseconds before now; `last` says something of its own. */
async function write(values: string, columns = ""): Promise<void> {
  const now = app.clock.now();
  await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${sql.lit(many)})
    insert into tweets (id, user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state
      ${sql.raw(columns && `, ${columns}`)})
    select ${sql.lit(many)} - n + 1, ${userId}, ${accountId}, 0, 'own',
      case n when ${sql.lit(many)} then 'a needle' else 'hay' end,
      case n when ${sql.lit(many)} then 'a needle' else 'hay' end, ${sql.lit(now)} - n, ${sql.lit(now)} - n,
      ${sql.raw(values.replaceAll("@now", String(now)))} from n`.execute(app.db);
}

/** On Postgres another process looks, and Node may read several of its answers in one turn. */
const enough = isOnPostgres ? 1 : 2;

/** How often others had a turn meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const count = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

const needle = { terms: searchTerms("needle") };
const drafts = () => write("'pending'");
const posts = () => write("'published', @now - n, 'p' || n", "published_at, post_id");
const all = { statuses: [], origins: [], from: null, to: null, updatedSince: null, after: null, limit: 10 } as const;

const lists: [string, () => Promise<void>, () => Promise<{ id: number }[]>][] = [
  [
    "a search of ideas",
    drafts,
    async () => (await listUnsent(app, userId, { ...needle, from: null, size: 10 })).tweets,
  ],
  [
    "a search of the bin",
    () => write("'pending', @now - n", "discarded_at"),
    async () => (await listDiscarded(app, userId, { ...needle, from: null, size: 10 })).tweets,
  ],
  ...(["-id", "placed", "-placed"] as const).map(
    (sort) =>
      [
        `a search of all by ${sort}`,
        posts,
        async () => (await listTweets(app, userId, { ...all, ...needle, sort })).tweets,
      ] as (typeof lists)[number],
  ),
  [
    "what changed long ago",
    drafts,
    async () => (await listTweets(app, userId, { ...all, ...needle, sort: "-id", updatedSince: 1 })).tweets,
  ],
  ["an account's history in a long stretch", posts, async () => listHistory(app, accountId, { limit: many, from: 1 })],
  [
    "all that an account has coming",
    () => write("'scheduled', @now + 90000000 + n", "due_at"),
    async () => listNewestAndComing(app, accountId, 10),
  ],
  [
    "what an account's posts are compared by",
    async () => {
      await posts();
      await sql`insert into readings (tweet_id, slot, read_at, likes, reposts, replies, quotes, bookmarks, impressions, source)
        select id, '24h', published_at, 1, 1, 1, 1, 1, 100, 'sandbox' from tweets`.execute(app.db);
    },
    async () => (await readComparison(app, accountId, "24h")).posts.map(({ tweetId }) => ({ id: tweetId })),
  ],
];

it.each(lists)("%s finds the oldest of thousands, and others have their turn meanwhile", async (_, fill, read) => {
  await fill();
  let found: { id: number }[] = [];
  expect(await turnsDuring(async () => (found = await read()))).toBeGreaterThanOrEqual(enough);
  expect(found.map(({ id }) => id)).toContain(1);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

it("a search of topics finds the oldest of thousands, and others have their turn meanwhile", async () => {
  await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${sql.lit(many)})
    insert into batches (id, user_id, topic, web_search, writer, model, sources, input_tokens, output_tokens, created_at)
    select 'b' || n, ${userId}, case n when 1 then 'a needle' else 'hay' end, 0, 'demo', 'demo', '[]', 1, 1, n from n`.execute(
    app.db,
  );
  let found: string[] = [];
  const read = async () =>
    (found = (await listBatches(app, userId, { ...needle, from: null, size: 10 })).batches.map(({ id }) => id));
  expect(await turnsDuring(read)).toBeGreaterThanOrEqual(enough);
  expect(found).toEqual(["b1"]);
});
