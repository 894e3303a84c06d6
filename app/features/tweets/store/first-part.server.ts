// SQL of the first part of a thread: the tweet that the world knows.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";

/** The world reads a thread in its first part: whoever asks what changed since is told of it there. */
export async function touchFirsts(db: Kysely<Database>, threadIds: readonly number[], now: number): Promise<void> {
  if (threadIds.length === 0) return;
  await db
    .updateTable("tweets")
    .set({ updated_at: now })
    .where(among(db, "thread_id", threadIds, "int"))
    .where("part_no", "=", 1)
    .where("updated_at", "<", now)
    .execute();
}
