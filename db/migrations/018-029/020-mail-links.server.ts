// Links that go by mail: which are to be sent, the hashes of those that were, and who confirmed their address. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `alter table users add column email_confirmed_at ${int}`,
    `create table link_mails (
      id text primary key,
      purpose text not null check (purpose in ('confirm', 'password')),
      email text not null,
      user_id text references users(id) on delete cascade,
      token text,
      attempts ${int} not null default 0,
      due_at ${int} not null,
      created_at ${int} not null
    )${strict}`,
    `create index link_mails_due on link_mails(due_at)`,
    `create index link_mails_by_user on link_mails(user_id) where user_id is not null`,
    `create table mail_links (
      token_hash text primary key,
      purpose text not null check (purpose in ('confirm', 'password')),
      user_id text not null references users(id) on delete cascade,
      email text not null,
      created_at ${int} not null,
      expires_at ${int} not null
    )${strict}`,
    `create index mail_links_by_user on mail_links(user_id)`,
    `create index mail_links_by_end on mail_links(expires_at)`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
