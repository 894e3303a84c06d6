// What waits of each account, earliest first: the publisher asks each account for its earliest tweet. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tweets_waiting on tweets(account_id, due_at) where state = 'scheduled'`.execute(db);
}
