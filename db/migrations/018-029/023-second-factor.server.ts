// The second step at sign-in: authenticator apps, recovery codes, trusted browsers, sign-ins that wait for it. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table authenticators (
      user_id text primary key references users(id) on delete cascade,
      secret text not null,
      confirmed_at ${int},
      last_step ${int},
      recovery_salt text,
      shown_codes text,
      shown_until ${int},
      created_at ${int} not null
    )${strict}`,
    `create index authenticators_set_up on authenticators(created_at) where confirmed_at is null`,
    `create index authenticators_shown on authenticators(shown_until) where shown_until is not null`,
    `create table recovery_codes (
      code_hash text primary key,
      user_id text not null references users(id) on delete cascade,
      used_at ${int}
    )${strict}`,
    `create index recovery_codes_by_user on recovery_codes(user_id)`,
    `create table trusted_browsers (
      id_hash text primary key,
      user_id text not null references users(id) on delete cascade,
      created_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    `create index trusted_browsers_by_user on trusted_browsers(user_id)`,
    `create index trusted_browsers_by_end on trusted_browsers(expires_at)`,
    `create table waiting_sign_ins (
      id_hash text primary key,
      user_id text not null references users(id) on delete cascade,
      password_hash text not null,
      created_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    `create index waiting_sign_ins_by_user on waiting_sign_ins(user_id)`,
    `create index waiting_sign_ins_by_end on waiting_sign_ins(expires_at)`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
