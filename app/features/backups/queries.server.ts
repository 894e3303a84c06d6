// Removes the manifest from a restored database, and counts tweets and running nodes.
import { sql } from "kysely";
import { manifestTable } from "~db/sqlite/backup.server";
import type { Db } from "~db/database.server";

/** Copies made by other tools have no manifest. */
export const dropManifest = (db: Db) => sql`drop table if exists ${sql.table(manifestTable)}`.execute(db);

export async function countTweets(db: Db): Promise<number> {
  const row = await db
    .selectFrom("tweets")
    .select((tweet) => tweet.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Nodes that sent a heartbeat since then (ms) and have not left. */
export async function countNodesSince(db: Db, since: number): Promise<number> {
  const row = await db
    .selectFrom("nodes")
    .select((node) => node.fn.countAll<number>().as("n"))
    .where("lost_at", "is", null)
    .where("beat_at", ">", since)
    .executeTakeFirstOrThrow();
  return row.n;
}
