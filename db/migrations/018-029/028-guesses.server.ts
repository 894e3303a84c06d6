// Guesses at an account from many addresses, and the browsers that signed in to it before. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table guessed_accounts (
      account_hash text primary key,
      addresses text not null,
      tries ${int} not null,
      next_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    `create index guessed_accounts_by_end on guessed_accounts(expires_at)`,
    `create table own_browsers (
      id_hash text not null,
      user_id text not null references users(id) on delete cascade,
      seen_at ${int} not null,
      primary key (id_hash, user_id)
    )${strict}`,
    `create index own_browsers_by_user on own_browsers(user_id)`,
    `create index own_browsers_by_time on own_browsers(seen_at)`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
