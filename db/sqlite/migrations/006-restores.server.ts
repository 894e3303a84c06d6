// When a tweet was due before a restored backup put it in doubt, so that it goes back to that moment if it isn't out. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `alter table attempts add column resume_at integer`,
  // What is pruned is found by these.
  `create index generation_tasks_ended on generation_tasks(ended_at) where ended_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
