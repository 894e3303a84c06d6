// Indexes for what went through a whole table: what hangs on an account or a tweet, what has grown old, bots at work. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `create index generation_tasks_by_account on generation_tasks(account_id) where account_id is not null`,
  `create index batches_by_account on batches(account_id) where account_id is not null`,
  `create index bots_by_account on bots(account_id) where account_id is not null`,
  `create index bots_by_proposal on bots(proposal_id) where proposal_id is not null`,
  `create index bots_writing on bots(lease_until) where state = 'writing'`,
  `create index sessions_by_sight on sessions(seen_at)`,
  `create index sandbox_requests_by_age on sandbox_requests(created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
