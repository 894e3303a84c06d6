// What the live services tell and cost: a task's tokens, a model's retirement, an app's permission at the network.
import { type Kysely, sql } from "kysely";

const statements = [
  `alter table generation_tasks add column input_tokens integer not null default 0`,
  `alter table generation_tasks add column output_tokens integer not null default 0`,
  `alter table batches add column model_retires_at integer`,
  `alter table accounts add column access_level text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
