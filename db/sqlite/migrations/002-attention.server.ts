// Indexes for what every page asks: tweets that wait for a person's word, one's next one, and one's own drafts. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `create index tweets_asked on tweets(user_id, updated_at) where state = 'unknown'`,
  `create index tweets_next on tweets(user_id, due_at) where state = 'scheduled'`,
  `create index tweets_drafts on tweets(user_id, id) where state = 'pending' and origin = 'own'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
