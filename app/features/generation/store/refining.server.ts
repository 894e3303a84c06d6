// SQL of rewrite tasks, and of what they add to a batch.
import type { Kysely } from "kysely";
import type { Database, Row } from "~db/schema";
import { fromSearched } from "./tasks.server";

type Handle = Kysely<Database>;
export type RefiningTask = Pick<
  Row<"generation_tasks">,
  "id" | "kind" | "tweet_id" | "answer_id" | "state" | "instruction" | "words" | "error" | "note" | "ended_at"
>;

const open = ["queued", "running"] as const;

export async function isBeingWritten(db: Handle, tweetId: number | null, batchId: string | null): Promise<boolean> {
  const found = await db
    .selectFrom("generation_tasks")
    .select("id")
    .where("state", "in", open)
    .where((task) =>
      task.or([
        task("tweet_id", "=", tweetId),
        task.and([task("batch_id", "=", batchId), task("kind", "=", "again"), task("tweet_id", "is", null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const columns = [
  "id",
  "kind",
  "tweet_id",
  "answer_id",
  "state",
  "instruction",
  "words",
  "error",
  "note",
  "ended_at",
] as const;

export async function listAbout(db: Handle, tweetIds: readonly number[]): Promise<RefiningTask[]> {
  if (tweetIds.length === 0) return [];
  return db
    .selectFrom("generation_tasks")
    .select(columns)
    .where("tweet_id", "in", tweetIds)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export const listBeside = (db: Handle, batchId: string): Promise<RefiningTask[]> =>
  db
    .selectFrom("generation_tasks")
    .select(columns)
    .where("batch_id", "=", batchId)
    .where("note", "is not", null)
    .where("answer_id", "is not", null)
    .execute();

export async function findLastAgain(db: Handle, batchId: string): Promise<RefiningTask | null> {
  const query = db
    .selectFrom("generation_tasks")
    .select(columns)
    .where("batch_id", "=", batchId)
    .where("kind", "=", "again")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

export async function changeOrigins(
  db: Handle,
  batchId: string,
  change: { searched: boolean | null; sources: string; searchSuggestions: string | null; shown: string | null },
): Promise<void> {
  await db
    .updateTable("batches")
    .set({
      ...(change.searched !== null && { searched: fromSearched(change.searched) }),
      sources: change.sources,
      search_suggestions: change.searchSuggestions,
      shown: change.shown,
    })
    .where("id", "=", batchId)
    .execute();
}
