// The index by place holds every tweet of an account: one that hangs on the state is rewritten by each claim, which moves no
// tweet, and beside a long history each account has a page of its own in it. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `drop index tweets_by_place`,
  `create index tweets_by_place on tweets(account_id, placed_at) where account_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
