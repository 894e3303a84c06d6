// A topic may become a thread: what was asked for, and of how many parts. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const int = kind === "sqlite" ? "integer" : "bigint";
  return [
    `alter table generation_tasks add column format text not null default 'tweets'
      check (format in ('tweets', 'thread'))`,
    `alter table generation_tasks add column parts ${int}
      check ((parts is null) = (format = 'tweets') and (parts is null or parts between 3 and 10))`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
