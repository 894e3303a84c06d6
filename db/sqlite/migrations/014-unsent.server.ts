// Every text of a person's that is not sent, whoever wrote it, is found in the order it was made. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `drop index tweets_drafts`,
  `create index tweets_unsent on tweets(user_id, id) where state in ('pending', 'failed')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
