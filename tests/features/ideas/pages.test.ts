// Lists that programs read page by page, while rows arrive: each row that was there is met once, and none twice.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { insertBatch, insertTask } from "~/features/generation/store/tasks.server";
import * as bots from "~/features/bots/store/bots.server";
import { insertTweets, type NewTweet } from "~/features/tweets/tweets.server";
import type { NewRow } from "~db/schema";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import type { Answered } from "~tests/support/calls/client";

const count = 230;

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));
/** Seven of a list share each millisecond. */
const momentOf = (n: number) => cast.app.clock.now() + Math.floor(n / 7);

const tweet = (n: number): NewTweet => ({
  userId: cast.alice.user.id,
  accountId: cast.alice.account.id,
  accountIsOwn: false,
  batchId: null,
  position: 0,
  origin: "own",
  content: `Number ${n}`,
  fingerprint: `${n} ${randomUUID()}`,
  now: momentOf(n),
});
const putTweets = (n: number, from = 0) =>
  insertTweets(
    cast.app.db,
    times(n, (at) => tweet(from + at)),
  );

async function putTasks(n: number, from = 0): Promise<void> {
  for (let at = from; at < from + n; at += 1) {
    const task = {
      id: randomUUID(),
      user_id: cast.alice.user.id,
      account_id: null,
      topic: `${at}`,
      web_search: 0 as const,
    };
    const createdAt = momentOf(at);
    await insertTask(cast.app.db, { ...task, state: "success", deadline_at: createdAt, created_at: createdAt });
  }
}

async function putBatches(n: number, from = 0): Promise<void> {
  for (let at = from; at < from + n; at += 1) {
    const batch = {
      id: randomUUID(),
      user_id: cast.alice.user.id,
      account_id: null,
      topic: `${at}`,
      web_search: 0 as const,
    };
    const written = { writer: "demo" as const, model: "demo", sources: "[]", input_tokens: 0, output_tokens: 0 };
    await insertBatch(cast.app.db, { ...batch, ...written, created_at: momentOf(at) });
  }
}

async function putAnalyses(n: number, from = 0): Promise<void> {
  const rows = times(n, (at): NewRow<"analyses"> => ({
    user_id: cast.alice.user.id,
    input_type: "product_description",
    content: `${from + at}`,
    state: "completed",
    quality_tenths: 50,
    metadata: "{}",
    created_at: momentOf(at),
    updated_at: momentOf(at),
  }));
  await cast.app.db.insertInto("analyses").values(rows).execute();
}

async function putBots(n: number, from = 0): Promise<void> {
  await putAnalyses(n, from);
  const rows = await cast.app.db.selectFrom("analyses").select("id").orderBy("id", "desc").limit(n).execute();
  const by = { userId: cast.alice.user.id, accountId: cast.alice.account.id, review: false, learn: false };
  for (const { id } of rows) await bots.insert(cast.app.db, { ...by, analysisId: id, now: momentOf(from) });
}

interface Page {
  data: Record<string, unknown>[];
  next: string | null;
}

/** The names of all rows, page by page; `between` runs after each. */
async function readAll(path: string, name: string, size: number, between: (n: number) => Promise<void>) {
  const met: unknown[] = [];
  const at = `${path}${path.includes("?") ? "&" : "?"}limit=${size}`;
  for (let cursor: string | null = "", n = 0; cursor !== null; n += 1) {
    const { body, status }: Answered<Page> = await cast.client.send<Page>(
      "GET",
      `${at}${cursor && `&cursor=${cursor}`}`,
      {},
      cast.alice.key,
    );
    expect(status).toBe(200);
    met.push(...body.data.map((row) => row[name]));
    cursor = body.next;
    if (n < 10) await between(n);
  }
  return met;
}
const nothing = () => Promise.resolve();

it.each<[string, string, (n: number, from?: number) => Promise<void>]>([
  ["/api/tweets", "id", putTweets],
  ["/api/tweets?sort=placed", "id", putTweets],
  ["/api/tweets?updated_since=2020-01-01T00:00:00Z&q=number", "id", putTweets],
  ["/api/tasks", "task_id", putTasks],
  ["/api/tasks?status=success,failed", "task_id", putTasks],
  ["/api/batches", "id", putBatches],
  ["/api/analyses", "id", putAnalyses],
  ["/api/bots", "analysis_id", putBots],
])("%s: 230 rows are each met once while others arrive", async (path, name, put) => {
  await put(count);
  const before = await readAll(path, name, 100, nothing);
  expect(before.length).toBeGreaterThanOrEqual(count);
  expect(new Set(before).size).toBe(before.length);
  // They arrive at the newest end, among what was read, and at the very moment where a page ends.
  const met = await readAll(path, name, 37, (n) => put(5, n % 2 === 0 ? count + n : n * 20));
  expect(new Set(met).size).toBe(met.length);
  expect(before.filter((id) => !met.includes(id))).toEqual([]);
  expect(met.filter((id) => before.includes(id))).toEqual(before);
});
