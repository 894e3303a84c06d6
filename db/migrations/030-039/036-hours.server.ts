// An account's own posting hours. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const int = kind === "sqlite" ? "integer" : "bigint";
  return [
    `alter table accounts add column own_hours text`,
    // Beside the rest, since what is due is asked by it.
    `alter table accounts add column own_gap_ms ${int}`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
