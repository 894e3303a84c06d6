// Marks posts that were deleted at the network and removes their readings.
import type { Kysely } from "kysely";
import { recordForPrograms } from "~/features/events/events.server";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";
import { touchFirsts } from "./first-part.server";

/** Records a tweet.deleted event for each tweet not marked before. Call it in a transaction. */
export async function markGone(db: Kysely<Database>, tweetIds: readonly number[], now: number): Promise<void> {
  if (tweetIds.length === 0) return;
  const gone = await db
    .updateTable("tweets")
    .set({ deleted_at: now, received: null, updated_at: now })
    .where(among(db, "id", tweetIds, "int"))
    .where("deleted_at", "is", null)
    .returning(["id", "user_id", "thread_id", "part_no"])
    .execute();
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await recordForPrograms(
    db,
    gone.map(({ id: tweetId, user_id: userId }) => ({ type: "tweet.deleted", userId, tweetId, at: now })),
  );
  const laterParts = gone.filter(({ part_no }) => (part_no ?? 1) > 1);
  await touchFirsts(
    db,
    laterParts.flatMap(({ thread_id }) => thread_id ?? []),
    now,
  );
  await db
    .deleteFrom("readings")
    .where(among(db, "tweet_id", ids, "int"))
    .execute();
}
