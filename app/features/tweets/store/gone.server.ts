// SQL of posts that are no longer at the network: their tweets stay and say so, and what was read of them goes.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";

/** Of these tweets, those that nobody knew to be gone yet. Call it in a transaction. */
export async function markGone(db: Kysely<Database>, tweetIds: readonly number[], now: number): Promise<void> {
  if (tweetIds.length === 0) return;
  const gone = await db
    .updateTable("tweets")
    .set({ deleted_at: now, received: null, updated_at: now })
    .where(among(db, "id", tweetIds, "int"))
    .where("deleted_at", "is", null)
    .returning("id")
    .execute();
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await touchFirstsOf(db, ids, now);
  await db
    .deleteFrom("readings")
    .where(among(db, "tweet_id", ids, "int"))
    .execute();
}

/** The world reads a thread in its first part: whoever asks what changed since is told of it there. */
async function touchFirstsOf(db: Kysely<Database>, tweetIds: readonly number[], now: number): Promise<void> {
  const theirThreads = db
    .selectFrom("tweets as part")
    .select("part.thread_id")
    .where(among(db, "part.id", tweetIds, "int"))
    .where("part.part_no", ">", 1);
  await db
    .updateTable("tweets")
    .set({ updated_at: now })
    .where("thread_id", "in", theirThreads)
    .where("part_no", "=", 1)
    .where("updated_at", "<", now)
    .execute();
}
