// What a claim has to keep grows lighter. Beside a long history each account had a page of its own in an index of
// attempts, which every claim changed: what an account posted is counted by its tweets now, and attempts no longer name
// it (which account an earlier, failed try went by is forgotten). Two more indexes answered nothing that others don't
// answer. Frozen.
import { type Kysely, sql } from "kysely";

const columns = `id, tweet_id, attempt_no, lease_token, text_hash, started_at, settle_at, ended_at, outcome, looks,
  blind_looks, price_micros, code, detail, post_id, resume_at`;

const statements = [
  `create table attempts_of_tweets (
    id integer primary key,
    tweet_id integer not null references tweets(id) on delete cascade,
    attempt_no integer not null,
    lease_token text not null unique,
    text_hash text not null,
    started_at integer not null,
    settle_at integer not null,
    ended_at integer,
    outcome text not null
      check (outcome in ('sending', 'published', 'not_sent', 'waiting', 'refused', 'failed', 'unknown', 'absent')),
    looks integer not null default 0,
    blind_looks integer not null default 0,
    price_micros integer not null,
    code text,
    detail text,
    post_id text,
    resume_at integer,
    unique (tweet_id, attempt_no)
  ) strict`,
  `insert into attempts_of_tweets (${columns}) select ${columns} from attempts order by id`,
  `drop table attempts`,
  `alter table attempts_of_tweets rename to attempts`,
  `create index attempts_by_start on attempts(started_at)`,
  `drop index tweets_next`,
  `create index tweets_doubted on tweets(account_id) where state = 'unknown'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
