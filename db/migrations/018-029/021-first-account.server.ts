// Whether anybody ever had an account here: it stays so when the last one is deleted. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table first_account (
      id ${int} primary key check (id = 1),
      created_at ${int} not null
    )${strict}`,
    `insert into first_account (id, created_at)
      select 1, min(created_at) from users having count(*) > 0`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
