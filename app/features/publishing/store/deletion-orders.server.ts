// SQL of deletion orders by tweet.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;

export async function listDeletions(
  db: Handle,
  tweetIds: readonly number[],
): Promise<Map<number, Row<"deletions">["state"]>> {
  if (tweetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("deletions")
    .select(["tweet_id", "state"])
    .where(among(db, "tweet_id", tweetIds, "int"))
    .execute();
  return new Map(rows.map(({ tweet_id: id, state }) => [id, state]));
}
