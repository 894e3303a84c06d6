// How posts did: who wants to know, what was read, what it cost, what was learnt from it. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const flag = (int: string, name: string): string => `${name} ${int} not null default 0 check (${name} in (0, 1))`;

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table result_settings (
      user_id text primary key references users(id) on delete cascade,
      level text not null check (level in ('off', 'light', 'full')),
      ${flag(int, "learn")},
      ${flag(int, "lean")},
      ${flag(int, "threads")},
      updated_at ${int} not null
    )${strict}`,
    `create table readings (
      tweet_id ${int} not null references tweets(id) on delete cascade,
      slot text not null check (slot in ('1h', '24h', '3d', '7d', '29d', 'hand')),
      read_at ${int} not null,
      likes ${int},
      reposts ${int},
      replies ${int},
      quotes ${int},
      bookmarks ${int},
      impressions ${int},
      link_clicks ${int},
      profile_clicks ${int},
      engagements ${int},
      source text not null check (source in ('x', 'sandbox')),
      primary key (tweet_id, slot)
    )${strict}`,
    `create index readings_by_time on readings(read_at)`,
    `create table reading_turns (
      account_id ${int} primary key references accounts(id) on delete cascade,
      turn_at ${int} not null,
      tries ${int} not null
    )${strict}`,
    `create index reading_turns_by_time on reading_turns(turn_at)`,
    `alter table paid_reads add column kind text not null default 'samples'
      check (kind in ('samples', 'lost_answers', 'figures'))`,
    `alter table paid_reads add column account_id ${int} references accounts(id) on delete set null`,
    `alter table paid_reads add column post_ids text`,
    `alter table paid_reads add column outcome text`,
    `alter table paid_reads add column level text check (level in ('light', 'full', 'hand'))`,
    `create index paid_reads_by_account on paid_reads(account_id, read_at) where account_id is not null`,
    `alter table tweets add column deleted_at ${int}`,
    `alter table tweets add column received text check (received in ('well', 'less'))`,
    `create index tweets_received on tweets(account_id, received) where received is not null`,
    `alter table accounts add column leaning text`,
    `alter table bots add column ${flag(int, "learn")}`,
    `alter table batches add column shown text`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
