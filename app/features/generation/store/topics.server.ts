// SQL of topics that were asked for before: page by page, and by their batches.
import { setImmediate as turn } from "node:timers/promises";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { inPages } from "~/ground/pages";
import { hasTerms, type SearchTerm } from "~/features/tweets/search";
import { namedFor, toSearched } from "./tasks.server";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export interface ListedBatch {
  id: string;
  topic: string;
  /** A search was asked for. */
  webSearch: boolean;
  /** As a batch has it. */
  searched: boolean | null;
  /** The internal id of the account that was named for it; null: it follows the default. */
  accountId: number | null;
  createdAt: number;
  /** How many it holds, without discarded ones. */
  tweets: number;
  /** Of the thread that it holds; 0: it holds none. */
  parts: number;
}

export interface BatchPage {
  /** The newest first. */
  batches: ListedBatch[];
  /** Older ones are those behind this batch; null on the last page. */
  older: string | null;
  /** Behind which batch the newer page begins, `first` where that is the first one; null on the first page. */
  newer: string | null;
}

/** Where the page begins: behind this batch. */
interface Place {
  id: string;
  createdAt: number;
}

const tupleOf = (batch: ExpressionBuilder<Database, "batches">, { createdAt, id }: Place) => batch.tuple(createdAt, id);

const ofUser = (db: Handle, userId: string) =>
  db
    .selectFrom("batches")
    .select(["id", "topic", "created_at as createdAt", "web_search", "searched"])
    .where("user_id", "=", userId);

interface PageQuery {
  /** The batch behind which the page begins; null: it begins with the newest. */
  from: string | null;
  size: number;
  /** The topic has all of these words. */
  terms?: readonly SearchTerm[];
}

/** One page of the person's batches. */
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

/** With how much each holds, which is counted anew for each. */
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
    // Its first part alone is of the batch.
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

const toListed = ({ tweets, parts, web_search, searched, account_id, ...batch }: ListedRow): ListedBatch => ({
  ...batch,
  webSearch: web_search === 1,
  searched: toSearched(searched),
  accountId: account_id,
  tweets: Number(tweets ?? 0),
  parts: Number(parts ?? 0),
});

/** So many topics are read at a time while they are searched. */
const searchedAtOnce = 500;

/** Topics have no folded column: a person has few, and they are folded as they are read, until a page is full. */
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

/** What the person asked for in these batches. */
export async function topicsOf(db: Handle, userId: string, batchIds: readonly string[]): Promise<Map<string, string>> {
  if (batchIds.length === 0) return new Map();
  const rows = await ofUser(db, userId)
    .where(among(db, "id", batchIds))
    .execute();
  return new Map(rows.map(({ id, topic }) => [id, topic]));
}

/** What became of a batch's tweets, without discarded ones. Open: pending or failed. Out: on their way, too. */
export interface BatchCounts {
  open: number;
  scheduled: number;
  out: number;
}

/** With what waits its five seconds to be posted. */
const isOut = sql<boolean>`(state in ('publishing', 'unknown', 'published')
  or (state = 'scheduled' and undo_until is not null))`;

/** By batch; those without any tweet are missing. */
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
