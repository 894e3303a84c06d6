// What a restore holds of a person's tweets is asked for on every page. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index tweets_backlog on tweets(user_id, account_id) where state = 'pending' and error_code = 'backlog'`,
    )
    .execute(db);
}
