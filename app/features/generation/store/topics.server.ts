// SQL of topics that were asked for before: page by page, and by their batches.
import type { ExpressionBuilder, Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export interface ListedBatch {
  id: string;
  topic: string;
  createdAt: number;
  /** How many it holds. */
  tweets: number;
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
  db.selectFrom("batches").select(["id", "topic", "created_at as createdAt"]).where("user_id", "=", userId);

/** One page of the person's batches; `from` is the batch behind which it begins, null where it begins with the newest. */
export async function listBatches(
  db: Handle,
  userId: string,
  { from, size }: { from: string | null; size: number },
): Promise<BatchPage> {
  const place = from === null ? undefined : await ofUser(db, userId).where("id", "=", from).executeTakeFirst();
  let query = ofUser(db, userId)
    .select((batch) =>
      batch
        .selectFrom("tweets")
        .select((tweet) => tweet.fn.countAll<number>().as("n"))
        .whereRef("tweets.batch_id", "=", "batches.id")
        .as("tweets"),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(size + 1);
  if (place) query = query.where((batch) => batch(batch.refTuple("created_at", "id"), "<", tupleOf(batch, place)));
  const rows = await query.execute();
  const batches = rows.slice(0, size).map(({ tweets, ...batch }) => ({ ...batch, tweets: tweets ?? 0 }));
  return {
    batches,
    older: rows.length > size ? (batches.at(-1)?.id ?? null) : null,
    newer: place ? await newerThan(db, userId, { place, size }) : null,
  };
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
