// Audit events that are the same within an hour are one row with a number. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  const int = kind === "sqlite" ? "integer" : "bigint";
  await sql.raw(`alter table audit_events add column times ${int} not null default 1 check (times > 0)`).execute(db);
}
