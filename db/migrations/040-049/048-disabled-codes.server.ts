// Why a webhook is disabled, as a word beside the sentence: what is decided by it must not hang on how it is said. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `alter table webhooks add column disabled_code text
    check (disabled_code in ('person', 'gone', 'unanswered', 'restored'))
    check (disabled_code is null or disabled_at is not null)`,
  // The sentences that there were until now.
  `update webhooks set disabled_code = case disabled_reason
      when 'You disabled it' then 'person'
      when 'Its receiver said that it is gone' then 'gone'
      when 'It did not answer for three days' then 'unanswered'
      when 'A backup was put back, which may not know what you changed since' then 'restored'
    end
    where disabled_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
