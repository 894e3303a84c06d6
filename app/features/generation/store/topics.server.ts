// SQL of earlier topics and their batches.
import { setImmediate as turn } from "node:timers/promises";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { inPages } from "~/ground/pages";
import { hasTerms, type SearchTerm } from "~/features/tweets/search";
import { namedFor, toSearched, toWork, workColumns } from "./tasks.server";
import type { Work } from "~/ports/ai/writer-words";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export interface ListedBatch {
  id: string;
  topic: string;
  webSearch: boolean;
  searched: boolean | null;
  work: Work;
  accountId: number | null;
  createdAt: number;
  tweets: number;
  parts: number;
}

export interface BatchPage {
  batches: ListedBatch[];
  /** The next page starts after this batch; null on the last page. */
  older: string | null;
  /** Starts after this batch, or is the first page (`first`); null on the first page. */
  newer: string | null;
}

interface Place {
  id: string;
  createdAt: number;
}

const tupleOf = (batch: ExpressionBuilder<Database, "batches">, { createdAt, id }: Place) => batch.tuple(createdAt, id);

const ofUser = (db: Handle, userId: string) =>
  db
    .selectFrom("batches")
    .select(["id", "topic", "created_at as createdAt", "web_search", "searched", ...workColumns])
    .where("user_id", "=", userId);

interface PageQuery {
  from: string | null;
  size: number;
  terms?: readonly SearchTerm[];
}

export async function listBatches(
  db: Handle,
  userId: string,
  { from, size, terms = [] }: PageQuery,
): Promise<BatchPage> {
  if (terms.length > 0) return searchBatches(db, userId, { from, size, terms });
  const place = from === null ? undefined : await ofUser(db, userId).where("id", "=", from).executeTakeFirst();
  let query = listed(db, userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(size + 1);
  if (place) query = query.where((batch) => batch(batch.refTuple("created_at", "id"), "<", tupleOf(batch, place)));
  const rows = await query.execute();
  const batches = rows.slice(0, size).map(toListed);
  return {
    batches,
    older: rows.length > size ? (batches.at(-1)?.id ?? null) : null,
    newer: place ? await newerThan(db, userId, { place, size }) : null,
  };
}

const listed = (db: Handle, userId: string) =>
  ofUser(db, userId)
    .select(namedFor.as("account_id"))
    .select((batch) =>
      batch
        .selectFrom("tweets")
        .select((tweet) => tweet.fn.countAll<number>().as("n"))
        .whereRef("tweets.batch_id", "=", "batches.id")
        .where("tweets.discarded_at", "is", null)
        .as("tweets"),
    )
    // Only the first part of a thread has the batch's id.
    .select((batch) =>
      batch
        .selectFrom("tweets as first")
        .innerJoin("tweets as part", "part.thread_id", "first.thread_id")
        .select((part) => part.fn.countAll<number>().as("n"))
        .whereRef("first.batch_id", "=", "batches.id")
        .where("first.part_no", "=", 1)
        .where("first.discarded_at", "is", null)
        .as("parts"),
    );

type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>["execute"]>>[number];

const toListed = (batch: ListedRow): ListedBatch => ({
  id: batch.id,
  topic: batch.topic,
  createdAt: batch.createdAt,
  webSearch: batch.web_search === 1,
  searched: toSearched(batch.searched),
  work: toWork(batch),
  accountId: batch.account_id,
  tweets: Number(batch.tweets ?? 0),
  parts: Number(batch.parts ?? 0),
});

const searchedAtOnce = 500;

/** Topics have no folded column. A user has few, so they are folded while reading. */
async function searchBatches(
  db: Handle,
  userId: string,
  { from, size, terms }: Required<PageQuery>,
): Promise<BatchPage> {
  const found: string[] = [];
  const place = from === null ? undefined : await ofUser(db, userId).where("id", "=", from).executeTakeFirst();
  const pages = inPages<Place & { topic: string }>((last, limit) => {
    const after = last ?? place;
    let query = db
      .selectFrom("batches")
      .select(["id", "topic", "created_at as createdAt"])
      .where("user_id", "=", userId);
    if (after) query = query.where((batch) => batch(batch.refTuple("created_at", "id"), "<", tupleOf(batch, after)));
    return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
  }, searchedAtOnce);
  for await (const rows of pages) {
    found.push(...rows.filter(({ topic }) => hasTerms(topic, terms)).map(({ id }) => id));
    if (found.length > size) break;
    await turn();
  }
  const shown = found.slice(0, size);
  const rows = await listed(db, userId)
    .where(among(db, "id", shown, "text"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const batches = rows.map(toListed);
  const older = found.length > size ? (batches.at(-1)?.id ?? null) : null;
  return { batches, older, newer: from === null ? null : "first" };
}

async function newerThan(db: Handle, userId: string, { place, size }: { place: Place; size: number }): Promise<string> {
  const rows = await ofUser(db, userId)
    .where((batch) => batch(batch.refTuple("created_at", "id"), ">=", tupleOf(batch, place)))
    .orderBy("created_at")
    .orderBy("id")
    .limit(size + 1)
    .execute();
  return rows[size]?.id ?? "first";
}

export async function topicsOf(db: Handle, userId: string, batchIds: readonly string[]): Promise<Map<string, string>> {
  if (batchIds.length === 0) return new Map();
  const rows = await ofUser(db, userId)
    .where(among(db, "id", batchIds))
    .execute();
  return new Map(rows.map(({ id, topic }) => [id, topic]));
}

export interface BatchCounts {
  open: number;
  scheduled: number;
  out: number;
}

/** Includes tweets within their five seconds of undo. */
const isOut = sql<boolean>`(state in ('publishing', 'unknown', 'published')
  or (state = 'scheduled' and undo_until is not null))`;

export async function listCounts(db: Handle, batchIds: readonly string[]): Promise<Map<string, BatchCounts>> {
  if (batchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("tweets")
    .select(({ fn }) => [
      "batch_id",
      fn.countAll<number>().filterWhere("state", "in", ["pending", "failed"]).as("open"),
      fn
        .countAll<number>()
        .filterWhere("state", "=", "scheduled")
        .filterWhere("undo_until", "is", null)
        .as("scheduled"),
      fn.countAll<number>().filterWhere(isOut).as("out"),
    ])
    .where(among(db, "batch_id", batchIds))
    .where("discarded_at", "is", null)
    .groupBy("batch_id")
    .execute();
  return new Map(rows.map(({ batch_id, ...counts }) => [batch_id ?? "", counts]));
}
