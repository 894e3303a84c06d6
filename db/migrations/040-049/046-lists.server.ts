// Ways through all of a person's tweets: by their ids, and by when they changed. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  // Without it a page of the list reads whatever its person ever wrote: 300 ms of 100,000 tweets. The condition holds of
  // every row and is said by that list alone: SQLite would take these two for other lists, which have better ones.
  `create index tweets_by_user on tweets(user_id, id) where created_at > 0`,
  `create index tweets_by_change on tweets(user_id, updated_at) where created_at > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
