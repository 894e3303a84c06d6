// What is kept of requests that came with an Idempotency-Key, so that one that comes again is answered alike. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table retries (
      user_id text not null references users(id) on delete cascade,
      key_hash text not null,
      fingerprint text not null,
      state text not null check (state in ('running', 'sent', 'done')),
      status ${int},
      body text,
      created_at ${int} not null,
      primary key (user_id, key_hash),
      check ((state = 'done') = (status is not null and body is not null))
    )${strict}`,
    `create index retries_by_age on retries(created_at)`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
