// When a lost answer is looked up next gets a column of its own. It stood in `due_at`, which places the tweet in the week:
// so the tweet stood where it would be looked up. Now it stands where it was sent; one put in doubt by a restored backup
// where it is due. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `alter table tweets add column look_at integer`,
  `update tweets set look_at = due_at, due_at = coalesce(
    (select coalesce(resume_at, started_at) from attempts where attempts.lease_token = tweets.lease_token), due_at)
    where state = 'unknown'`,
  `drop index tweets_unknown`,
  `create index tweets_unknown on tweets(look_at) where state = 'unknown'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
