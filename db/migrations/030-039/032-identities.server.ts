// Who people are at an identity provider, the sign-ins there that wait, and fresh proofs without a password. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table identities (
      id text primary key,
      user_id text not null references users(id) on delete cascade,
      issuer text not null,
      subject text not null,
      email text,
      created_at ${int} not null,
      last_used_at ${int},
      unique (issuer, subject)
    )${strict}`,
    `create index identities_by_user on identities(user_id)`,
    `create table identity_requests (
      secret_hash text primary key,
      purpose text not null check (purpose in ('sign_in', 'join', 'prove')),
      user_id text references users(id) on delete cascade,
      session_hash text references sessions(id_hash) on delete cascade,
      expires_at ${int} not null
    )${strict}`,
    `create index identity_requests_by_user on identity_requests(user_id) where user_id is not null`,
    `create index identity_requests_by_session on identity_requests(session_hash) where session_hash is not null`,
    `create index identity_requests_by_end on identity_requests(expires_at)`,
    `create table fresh_proofs (
      session_hash text primary key references sessions(id_hash) on delete cascade,
      user_id text not null references users(id) on delete cascade,
      expires_at ${int} not null
    )${strict}`,
    `create index fresh_proofs_by_user on fresh_proofs(user_id)`,
    `create index fresh_proofs_by_end on fresh_proofs(expires_at)`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
