// Counts what a person keeps that is not out, and its bytes, without reading a row. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tweets_unsent on tweets(user_id, octet_length(content)) where state <> 'published'`.execute(
    db,
  );
}
