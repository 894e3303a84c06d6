// Passkeys, the challenges they answer, and recovery codes that no longer need an authenticator app. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table passkeys (
      id text primary key,
      user_id text not null references users(id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      sign_count ${int} not null,
      transports text not null,
      backed_up ${int} not null check (backed_up in (0, 1)),
      name text not null,
      created_at ${int} not null,
      last_used_at ${int}
    )${strict}`,
    `create index passkeys_by_user on passkeys(user_id)`,
    `create table passkey_challenges (
      id_hash text primary key,
      purpose text not null check (purpose in ('may_add', 'add', 'prove', 'step', 'sign_in')),
      user_id text references users(id) on delete cascade,
      bound_hash text not null,
      expires_at ${int} not null
    )${strict}`,
    `create index passkey_challenges_by_user on passkey_challenges(user_id) where user_id is not null`,
    `create index passkey_challenges_by_browser on passkey_challenges(bound_hash)`,
    `create index passkey_challenges_by_end on passkey_challenges(expires_at)`,
    `create table recovery_sets (
      user_id text primary key references users(id) on delete cascade,
      salt text not null,
      shown_codes text,
      shown_until ${int}
    )${strict}`,
    `create index recovery_sets_shown on recovery_sets(shown_until) where shown_until is not null`,
    `insert into recovery_sets (user_id, salt, shown_codes, shown_until)
      select user_id, recovery_salt, shown_codes, shown_until from authenticators where recovery_salt is not null`,
    `drop index authenticators_shown`,
    ...["recovery_salt", "shown_codes", "shown_until"].map((name) => `alter table authenticators drop column ${name}`),
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
