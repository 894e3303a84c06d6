// The first schema: people, linked accounts, generation, tweets and their attempts, the sandbox network. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `create table users (
    id text primary key,
    email text not null unique,
    phone text,
    password_hash text not null,
    timezone text not null,
    created_at integer not null
  ) strict`,
  `create table sessions (
    id_hash text primary key,
    user_id text not null references users(id) on delete cascade,
    created_at integer not null,
    seen_at integer not null,
    expires_at integer not null
  ) strict`,
  `create index sessions_by_user on sessions(user_id)`,
  `create index sessions_by_expiry on sessions(expires_at)`,
  `create table api_keys (
    id integer primary key autoincrement,
    user_id text not null references users(id) on delete cascade,
    key_hash text not null unique,
    session_hash text,
    created_at integer not null
  ) strict`,
  `create index api_keys_by_user on api_keys(user_id)`,
  `create index api_keys_by_session on api_keys(session_hash)`,

  `create table accounts (
    id integer primary key autoincrement,
    user_id text not null references users(id) on delete cascade,
    network text not null check (network in ('x', 'sandbox')),
    network_user_id text not null,
    username text not null,
    display_name text not null,
    image_url text,
    is_default integer not null default 0 check (is_default in (0, 1)),
    status text not null default 'active' check (status in ('active', 'reconnect', 'paused')),
    status_reason text,
    paused_by text check (paused_by in ('person', 'network')),
    tokens text not null,
    wait_until integer,
    scheduled_send_at integer,
    refused_at integer,
    linked_at integer not null,
    unlinked_at integer,
    unique (user_id, network, network_user_id)
  ) strict`,
  `create unique index accounts_one_owner on accounts(network, network_user_id) where unlinked_at is null`,
  `create unique index accounts_one_default on accounts(user_id, network) where is_default = 1`,
  `create table link_requests (
    token_hash text primary key,
    user_id text not null references users(id) on delete cascade,
    session_hash text,
    secret text not null,
    created_at integer not null
  ) strict`,
  `create index link_requests_by_age on link_requests(created_at)`,

  `create table batches (
    id text primary key,
    user_id text not null references users(id) on delete cascade,
    account_id integer references accounts(id) on delete set null,
    topic text not null,
    web_search integer not null check (web_search in (0, 1)),
    writer text not null check (writer in ('gemini', 'demo')),
    model text not null,
    sources text not null,
    search_suggestions text,
    input_tokens integer not null,
    output_tokens integer not null,
    created_at integer not null
  ) strict`,
  `create index batches_by_user on batches(user_id, created_at)`,
  `create table generation_tasks (
    id text primary key,
    user_id text not null references users(id) on delete cascade,
    account_id integer references accounts(id) on delete set null,
    topic text not null,
    web_search integer not null check (web_search in (0, 1)),
    state text not null check (state in ('queued', 'running', 'success', 'failed')),
    deadline_at integer not null,
    due_at integer,
    lease_token text,
    lease_until integer,
    attempts integer not null default 0,
    batch_id text references batches(id) on delete set null,
    error_code text,
    error text,
    created_at integer not null,
    ended_at integer
  ) strict`,
  `create index generation_tasks_due on generation_tasks(due_at) where state = 'queued'`,
  `create index generation_tasks_held on generation_tasks(lease_until) where state = 'running'`,
  `create index generation_tasks_by_user on generation_tasks(user_id, created_at)`,
  `create index generation_tasks_by_batch on generation_tasks(batch_id) where batch_id is not null`,

  `create table tweets (
    id integer primary key autoincrement,
    user_id text not null references users(id) on delete cascade,
    account_id integer references accounts(id) on delete set null,
    batch_id text references batches(id) on delete set null,
    position integer not null,
    origin text not null check (origin in ('generated', 'own', 'bot')),
    content text not null,
    fingerprint text not null,
    created_at integer not null,
    updated_at integer not null,
    state text not null default 'pending'
      check (state in ('pending', 'scheduled', 'publishing', 'unknown', 'published', 'failed')),
    publish_type text check (publish_type in ('immediate', 'scheduled')),
    due_at integer,
    moment_reason text,
    lease_token text,
    lease_until integer,
    attempts integer not null default 0,
    published_at integer,
    post_id text,
    error_code text,
    error text,
    placed_at integer as (coalesce(published_at, due_at, updated_at)) stored,
    check (state <> 'scheduled' or due_at is not null),
    check (state <> 'publishing' or lease_token is not null),
    check (state <> 'published' or published_at is not null),
    check (state = 'pending' or account_id is not null)
  ) strict`,
  `create index tweets_due on tweets(due_at) where state = 'scheduled'`,
  `create index tweets_held on tweets(account_id) where state = 'publishing'`,
  `create index tweets_unknown on tweets(due_at) where state = 'unknown'`,
  `create unique index tweets_by_post on tweets(account_id, post_id) where post_id is not null`,
  `create index tweets_by_batch on tweets(batch_id, position) where batch_id is not null`,
  `create index tweets_by_account on tweets(account_id, id) where account_id is not null`,
  `create index tweets_by_place on tweets(account_id, placed_at) where account_id is not null and state <> 'pending'`,
  `create index tweets_by_fingerprint on tweets(user_id, fingerprint)`,
  `create index tweets_failed on tweets(user_id, updated_at) where state = 'failed'`,

  `create table attempts (
    id integer primary key autoincrement,
    tweet_id integer not null references tweets(id) on delete cascade,
    account_id integer not null references accounts(id) on delete cascade,
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
    unique (tweet_id, attempt_no)
  ) strict`,
  `create index attempts_open on attempts(started_at) where outcome = 'sending'`,
  `create index attempts_by_account on attempts(account_id, started_at)`,
  `create index attempts_by_start on attempts(started_at)`,
  `create table tweet_events (
    id integer primary key autoincrement,
    tweet_id integer not null references tweets(id) on delete cascade,
    at integer not null,
    kind text not null,
    detail text
  ) strict`,
  `create index tweet_events_by_tweet on tweet_events(tweet_id, id)`,

  `create table sandbox_users (
    id text primary key,
    handle text not null unique collate nocase,
    name text not null,
    created_at integer not null
  ) strict`,
  `create table sandbox_requests (
    token_hash text primary key,
    callback_url text not null,
    force_login integer not null check (force_login in (0, 1)),
    verifier_hash text,
    sandbox_user_id text references sandbox_users(id) on delete cascade,
    created_at integer not null
  ) strict`,
  `create table sandbox_tokens (
    token_hash text primary key,
    sandbox_user_id text not null references sandbox_users(id) on delete cascade,
    created_at integer not null
  ) strict`,
  `create table sandbox_posts (
    id text primary key,
    sandbox_user_id text not null references sandbox_users(id) on delete cascade,
    text text not null,
    created_at integer not null
  ) strict`,
  `create index sandbox_posts_by_user on sandbox_posts(sandbox_user_id, created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
