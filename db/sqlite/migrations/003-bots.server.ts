// Product analyses, their bots, what each bot has written, and taking back a tweet that is on its way. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `create table analyses (
    id integer primary key autoincrement,
    user_id text not null references users(id) on delete cascade,
    input_type text not null check (input_type in ('product_description')),
    content text not null,
    state text not null check (state in ('pending', 'completed', 'failed')),
    lease_token text,
    lease_until integer,
    summary text not null default '',
    tags text not null default '[]',
    metadata text not null default '{}',
    quality_tenths integer check (quality_tenths between 0 and 100),
    error_code text,
    error text,
    created_at integer not null,
    updated_at integer not null,
    check (state <> 'pending' or lease_token is not null),
    check (state <> 'completed' or quality_tenths is not null)
  ) strict`,
  `create index analyses_by_user on analyses(user_id, id)`,
  `create index analyses_held on analyses(lease_until) where state = 'pending'`,

  `create table bots (
    id integer primary key autoincrement,
    analysis_id integer not null unique references analyses(id) on delete cascade,
    user_id text not null references users(id) on delete cascade,
    account_id integer references accounts(id) on delete set null,
    state text not null check (state in ('waiting', 'writing', 'proposing', 'paused', 'stopped')),
    reason text,
    review integer not null default 0 check (review in (0, 1)),
    proposal_id integer references tweets(id) on delete set null,
    failures integer not null default 0,
    due_at integer,
    lease_token text,
    lease_until integer,
    attempts integer not null default 0,
    started_at integer not null,
    updated_at integer not null,
    check (state <> 'waiting' or due_at is not null),
    check (state <> 'writing' or lease_token is not null)
  ) strict`,
  `create index bots_by_user on bots(user_id, id)`,
  `create index bots_due on bots(due_at) where state = 'waiting'`,
  `create index bots_enabled on bots(account_id) where state <> 'stopped'`,
  `create table bot_tweets (
    tweet_id integer primary key references tweets(id) on delete cascade,
    bot_id integer not null references bots(id) on delete cascade
  ) strict`,
  `create index bot_tweets_by_bot on bot_tweets(bot_id, tweet_id)`,
  `create table bot_pledges (
    account_id integer primary key references accounts(id) on delete cascade,
    agreed_at integer not null
  ) strict`,

  `alter table tweets add column withdrawn integer not null default 0 check (withdrawn in (0, 1))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
