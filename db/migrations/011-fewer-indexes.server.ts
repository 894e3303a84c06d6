// Two indexes that each claim and each conclusion had to keep: nothing asked by the one, and what the other knew the
// index of what waits for each account knows too. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index attempts_open`.execute(db);
  await sql`drop index tweets_next`.execute(db);
}
