// Lets batches name any model, and adds what writing cost, how long it took and where. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.server";

const writers = "('gemini', 'compatible', 'demo')";

const onPostgres = [
  "alter table batches drop constraint batches_writer_check",
  `alter table batches add constraint batches_writer_check check (writer in ${writers})`,
  "alter table batches alter column writer set default 'demo'",
];

// SQLite can't change a check, so the column is copied. A column that is added needs a default, so Postgres has it, too.
const onSqlite = [
  `alter table batches add column writer_next text not null default 'demo' check (writer_next in ${writers})`,
  "update batches set writer_next = writer",
  "alter table batches drop column writer",
  "alter table batches rename column writer_next to writer",
];

const onBoth = [
  "alter table batches add column writer_place text",
  "alter table batches add column cost_micros bigint",
  "alter table batches add column unmetered bigint not null default 0",
  "alter table batches add column cut smallint not null default 0 check (cut in (0, 1))",
  "alter table batches add column took_ms bigint",
  "alter table batches add column instead_of text",
  "alter table generation_tasks add column cost_micros bigint",
  "alter table generation_tasks add column unmetered bigint not null default 0",
];

const asSqlite = (statement: string): string => statement.replace(/\b(bigint|smallint)\b/g, "integer");

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  const statements = kind === "sqlite" ? [...onSqlite, ...onBoth.map(asSqlite)] : [...onPostgres, ...onBoth];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
