// Columns, tables and stored words as docs/glossary.md says them. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `alter table attempts rename column looks to checks`,
  `alter table attempts rename column blind_looks to failed_checks`,
  `alter table tweets rename column look_at to check_at`,
  `alter table sandbox_posts rename column gist to text_hash`,
  `alter table bot_pledges rename to automation_consents`,
  `alter table throttles rename to rate_limits`,
  `update tweets set error_code = 'needs_confirmation' where state = 'unknown' and error_code = 'ask'`,
  `drop index tweets_held`,
  `create index tweets_publishing on tweets(account_id) where state = 'publishing'`,
  `drop index tweets_doubted`,
  `create index tweets_unknown_by_account on tweets(account_id) where state = 'unknown'`,
  `drop index tweets_asked`,
  `create index tweets_unknown_by_user on tweets(user_id, updated_at) where state = 'unknown'`,
  `drop index generation_tasks_held`,
  `create index generation_tasks_running on generation_tasks(lease_until) where state = 'running'`,
  `drop index analyses_held`,
  `create index analyses_pending on analyses(lease_until) where state = 'pending'`,
  `drop index throttles_ended`,
  `create index rate_limits_ended on rate_limits(expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
