// What people order: that posts are taken back from the network, each row a job; and a thread instead of tweets. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table deletions (
      tweet_id ${int} primary key references tweets(id) on delete cascade,
      account_id ${int} not null references accounts(id) on delete cascade,
      state text not null check (state in ('open', 'done', 'gave_up')),
      ordered_at ${int} not null,
      due_at ${int} not null,
      tries ${int} not null default 0,
      lease_token text,
      lease_until ${int},
      lease_node text,
      called_at ${int},
      price_micros ${int} not null default 0,
      check ((lease_token is null) = (lease_until is null)),
      check (state = 'open' or lease_token is null)
    )${strict}`,
    `create index deletions_due on deletions(due_at) where state = 'open'`,
    `create index deletions_by_call on deletions(called_at) where called_at is not null`,
    `create index deletions_by_account on deletions(account_id)`,
    `alter table generation_tasks add column format text not null default 'tweets'
      check (format in ('tweets', 'thread'))`,
    `alter table generation_tasks add column parts ${int}
      check ((parts is null) = (format = 'tweets') and (parts is null or parts between 3 and 10))`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
