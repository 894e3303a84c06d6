// Updates the first part of a thread, which represents the thread for API clients.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";

/** Clients see a change to any part as a change to the first part. */
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
