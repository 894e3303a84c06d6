// Whose the server is, who is disabled, and invitations. Whoever registered first keeps the right that they had. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `alter table users add column operator_at ${int}`,
    `alter table users add column vouched_at ${int}`,
    `alter table users add column disabled_at ${int}`,
    `update users set operator_at = created_at
      where id = (select id from users order by created_at, id limit 1)`,
    `create table invitations (
      id text primary key,
      email text not null unique,
      token_hash text not null unique,
      created_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    `create index invitations_by_end on invitations(expires_at)`,
    `create index audit_events_by_kind on audit_events(kind, id)`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
