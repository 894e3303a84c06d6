// SQL of a database that is being restored: what it says of itself as a backup goes, and its tweets are counted.
import { sql } from "kysely";
import { manifestTable } from "~db/sqlite/backup.server";
import type { Db } from "~db/database.server";

/** Where there is none, nothing is done: other tools' copies have none. */
export const dropManifest = (db: Db) => sql`drop table if exists ${sql.table(manifestTable)}`.execute(db);

export async function countTweets(db: Db): Promise<number> {
  const row = await db
    .selectFrom("tweets")
    .select((tweet) => tweet.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return row.n;
}
