-- The schema of SQLite as Linnet 0.9.0 made it, step by step, and rows in every table.
CREATE TABLE migrations (name text primary key, applied_at text not null) strict;
CREATE TABLE users (
  id text primary key,
  email text not null unique,
  phone text,
  password_hash text not null,
  timezone text not null,
  created_at integer not null
  , timezone_chosen integer not null default 0 check (timezone_chosen in (0, 1)), email_confirmed_at integer, operator_at integer, vouched_at integer, disabled_at integer, waits_to_post integer not null default 0 check (waits_to_post in (0, 1)), has_keys integer not null default 1 check (has_keys in (0, 1)), spend_share_micros integer check (spend_share_micros > 0)) strict;
CREATE TABLE sessions (
  id_hash text primary key,
  user_id text not null references users(id) on delete cascade,
  created_at integer not null,
  seen_at integer not null,
  expires_at integer not null
  , user_agent text, address_block text, is_new integer not null default 0 check (is_new in (0, 1))) strict;
CREATE INDEX sessions_by_user on sessions(user_id);
CREATE INDEX sessions_by_expiry on sessions(expires_at);
CREATE TABLE api_keys (
  id integer primary key autoincrement,
  user_id text not null references users(id) on delete cascade,
  key_hash text not null unique,
  session_hash text,
  created_at integer not null
  , used_at integer) strict;
CREATE INDEX api_keys_by_user on api_keys(user_id);
CREATE INDEX api_keys_by_session on api_keys(session_hash);
CREATE TABLE accounts (
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
  unlinked_at integer, access_level text, own_hours text, own_gap_ms integer, leaning text,
  unique (user_id, network, network_user_id)
  ) strict;
CREATE UNIQUE INDEX accounts_one_owner on accounts(network, network_user_id) where unlinked_at is null;
CREATE UNIQUE INDEX accounts_one_default on accounts(user_id, network) where is_default = 1;
CREATE TABLE link_requests (
  token_hash text primary key,
  user_id text not null references users(id) on delete cascade,
  session_hash text,
  secret text not null,
  created_at integer not null
  ) strict;
CREATE INDEX link_requests_by_age on link_requests(created_at);
CREATE TABLE batches (
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
  , model_retires_at integer, voice_version integer, shown text, searched integer check (searched in (0, 1))) strict;
CREATE INDEX batches_by_user on batches(user_id, created_at);
CREATE TABLE generation_tasks (
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
  , input_tokens integer not null default 0, output_tokens integer not null default 0, lease_node text, kind text not null default 'batch'
  check (kind in ('batch', 'refine', 'sibling', 'again')), tweet_id integer references tweets(id) on delete set null, answer_id integer, content text, instruction text, words text, note text, format text not null default 'tweets'
  check (format in ('tweets', 'thread')), parts integer
  check ((parts is null) = (format = 'tweets') and (parts is null or parts between 3 and 10))) strict;
CREATE INDEX generation_tasks_due on generation_tasks(due_at) where state = 'queued';
CREATE INDEX generation_tasks_by_user on generation_tasks(user_id, created_at);
CREATE INDEX generation_tasks_by_batch on generation_tasks(batch_id) where batch_id is not null;
CREATE TABLE tweets (
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
  placed_at integer as (coalesce(published_at, due_at, updated_at)) stored, withdrawn integer not null default 0 check (withdrawn in (0, 1)), account_is_own integer not null default 0
  check (account_is_own in (0, 1)), check_at integer, lease_node text, discarded_at integer
  check (discarded_at is null or state in ('pending', 'failed')), deleted_at integer, received text check (received in ('well', 'less')), undo_until integer check (undo_until is null or state <> 'pending'), undo_to text check (undo_to is null or (state = 'scheduled' and undo_until is not null)), thread_id integer references threads(id) on delete cascade, part_no integer
  check ((part_no is null) = (thread_id is null) and (part_no is null or part_no between 1 and 25)),
  check (state <> 'scheduled' or due_at is not null),
  check (state <> 'publishing' or lease_token is not null),
  check (state <> 'published' or published_at is not null),
  check (state = 'pending' or account_id is not null)
  ) strict;
CREATE INDEX tweets_due on tweets(due_at) where state = 'scheduled';
CREATE UNIQUE INDEX tweets_by_post on tweets(account_id, post_id) where post_id is not null;
CREATE INDEX tweets_by_batch on tweets(batch_id, position) where batch_id is not null;
CREATE INDEX tweets_by_account on tweets(account_id, id) where account_id is not null;
CREATE INDEX tweets_by_fingerprint on tweets(user_id, fingerprint);
CREATE INDEX tweets_failed on tweets(user_id, updated_at) where state = 'failed';
CREATE TABLE tweet_events (
  id integer primary key autoincrement,
  tweet_id integer not null references tweets(id) on delete cascade,
  at integer not null,
  kind text not null,
  detail text
  , key_id integer references named_keys(id) on delete set null) strict;
CREATE INDEX tweet_events_by_tweet on tweet_events(tweet_id, id);
CREATE TABLE sandbox_users (
  id text primary key,
  handle text not null unique collate nocase,
  name text not null,
  created_at integer not null
  ) strict;
CREATE TABLE sandbox_requests (
  token_hash text primary key,
  callback_url text not null,
  force_login integer not null check (force_login in (0, 1)),
  verifier_hash text,
  sandbox_user_id text references sandbox_users(id) on delete cascade,
  created_at integer not null
  ) strict;
CREATE TABLE sandbox_tokens (
  token_hash text primary key,
  sandbox_user_id text not null references sandbox_users(id) on delete cascade,
  created_at integer not null
  ) strict;
CREATE TABLE sandbox_posts (
  id text primary key,
  sandbox_user_id text not null references sandbox_users(id) on delete cascade,
  text text not null,
  created_at integer not null
  , text_hash integer not null default 0, reply_to text, deleted_at integer) strict;
CREATE TABLE analyses (
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
  updated_at integer not null, lease_node text,
  check (state <> 'pending' or lease_token is not null),
  check (state <> 'completed' or quality_tenths is not null)
  ) strict;
CREATE INDEX analyses_by_user on analyses(user_id, id);
CREATE TABLE bots (
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
  updated_at integer not null, lease_node text, learn integer not null default 0 check (learn in (0, 1)),
  check (state <> 'waiting' or due_at is not null),
  check (state <> 'writing' or lease_token is not null)
  ) strict;
CREATE INDEX bots_by_user on bots(user_id, id);
CREATE INDEX bots_due on bots(due_at) where state = 'waiting';
CREATE INDEX bots_enabled on bots(account_id) where state <> 'stopped';
CREATE TABLE bot_tweets (
  tweet_id integer primary key references tweets(id) on delete cascade,
  bot_id integer not null references bots(id) on delete cascade
  ) strict;
CREATE INDEX bot_tweets_by_bot on bot_tweets(bot_id, tweet_id);
CREATE TABLE "automation_consents" (
  account_id integer primary key references accounts(id) on delete cascade,
  agreed_at integer not null
  ) strict;
CREATE TABLE "rate_limits" (
  key text primary key,
  points integer not null,
  expires_at integer not null
  ) strict, without rowid;
CREATE INDEX generation_tasks_ended on generation_tasks(ended_at) where ended_at is not null;
CREATE INDEX generation_tasks_by_account on generation_tasks(account_id) where account_id is not null;
CREATE INDEX batches_by_account on batches(account_id) where account_id is not null;
CREATE INDEX bots_by_account on bots(account_id) where account_id is not null;
CREATE INDEX bots_by_proposal on bots(proposal_id) where proposal_id is not null;
CREATE INDEX bots_writing on bots(lease_until) where state = 'writing';
CREATE INDEX sessions_by_sight on sessions(seen_at);
CREATE INDEX sandbox_requests_by_age on sandbox_requests(created_at);
CREATE INDEX tweets_by_place on tweets(account_id, placed_at) where account_id is not null;
CREATE INDEX sandbox_posts_by_user on sandbox_posts(sandbox_user_id, created_at, text_hash);
CREATE TABLE "attempts" (
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
  checks integer not null default 0,
  failed_checks integer not null default 0,
  price_micros integer not null,
  code text,
  detail text,
  post_id text,
  resume_at integer,
  unique (tweet_id, attempt_no)
  ) strict;
CREATE INDEX attempts_by_start on attempts(started_at);
CREATE INDEX tweets_unknown on tweets(check_at) where state = 'unknown';
CREATE INDEX tweets_publishing on tweets(account_id) where state = 'publishing';
CREATE INDEX tweets_unknown_by_account on tweets(account_id) where state = 'unknown';
CREATE INDEX tweets_unknown_by_user on tweets(user_id, updated_at) where state = 'unknown';
CREATE INDEX generation_tasks_running on generation_tasks(lease_until) where state = 'running';
CREATE INDEX analyses_pending on analyses(lease_until) where state = 'pending';
CREATE INDEX rate_limits_ended on rate_limits(expires_at);
CREATE TABLE nodes (
  id text primary key,
  name text not null,
  version text not null,
  started_at integer not null,
  beat_at integer not null,
  beats integer not null default 0,
  lost_at integer
  ) strict;
CREATE TABLE engine (
  id integer primary key check (id = 1),
  system_identifier text,
  timeline text,
  key_probe text
  , session_probe text) strict;
CREATE UNIQUE INDEX sandbox_users_by_handle on sandbox_users(lower(handle));
CREATE INDEX batches_by_model on batches(model, created_at, id);
CREATE INDEX sandbox_users_in_order on sandbox_users(length(id), id);
CREATE INDEX sandbox_posts_in_order on sandbox_posts(length(id), id);
CREATE TABLE events (
  id text primary key,
  user_id text references users(id) on delete cascade,
  type text not null,
  tweet_id integer,
  account_id integer,
  bot_id integer,
  detail text,
  at integer not null,
  prepared_at integer
  ) strict;
CREATE INDEX events_new on events(at) where prepared_at is null;
CREATE INDEX events_by_user on events(user_id) where user_id is not null;
CREATE INDEX events_by_type on events(type, at);
CREATE INDEX events_by_age on events(at);
CREATE TABLE subscriptions (
  user_id text not null references users(id) on delete cascade,
  type text not null,
  channel text not null check (channel in ('webhook', 'mail')),
  target_id text not null,
  due_at integer,
  primary key (user_id, type, channel, target_id)
  ) strict;
CREATE INDEX subscriptions_due on subscriptions(due_at) where due_at is not null;
CREATE TABLE deliveries (
  id integer primary key autoincrement,
  event_id text not null references events(id) on delete cascade,
  channel text not null check (channel in ('webhook', 'mail', 'operator')),
  target_id text not null,
  topic text not null,
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  due_at integer,
  lease_token text,
  lease_until integer,
  lease_node text,
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  event_at integer not null,
  ended_at integer,
  unique (event_id, channel, target_id),
  check (state <> 'waiting' or due_at is not null),
  check (state <> 'sending' or lease_token is not null)
  ) strict;
CREATE INDEX deliveries_due on deliveries(due_at) where state = 'waiting';
CREATE INDEX deliveries_sending on deliveries(lease_until) where state = 'sending';
CREATE INDEX deliveries_alike on deliveries(channel, target_id, topic, state, ended_at);
CREATE TABLE link_mails (
  id text primary key,
  purpose text not null check (purpose in ('confirm', 'password')),
  email text not null,
  user_id text references users(id) on delete cascade,
  token text,
  attempts integer not null default 0,
  due_at integer not null,
  created_at integer not null
  ) strict;
CREATE INDEX link_mails_due on link_mails(due_at);
CREATE INDEX link_mails_by_user on link_mails(user_id) where user_id is not null;
CREATE TABLE mail_links (
  token_hash text primary key,
  purpose text not null check (purpose in ('confirm', 'password')),
  user_id text not null references users(id) on delete cascade,
  email text not null,
  created_at integer not null,
  expires_at integer not null
  ) strict;
CREATE INDEX mail_links_by_user on mail_links(user_id);
CREATE INDEX mail_links_by_end on mail_links(expires_at);
CREATE TABLE first_account (
  id integer primary key check (id = 1),
  created_at integer not null
  ) strict;
CREATE TABLE known_browsers (
  user_id text not null references users(id) on delete cascade,
  name text not null,
  address_block text not null,
  seen_at integer not null,
  primary key (user_id, name, address_block)
  ) strict;
CREATE INDEX known_browsers_by_age on known_browsers(seen_at);
CREATE TABLE audit_events (
  id integer primary key autoincrement,
  kind text not null,
  user_id text references users(id) on delete cascade,
  by_operator integer not null default 0 check (by_operator in (0, 1)),
  address text,
  detail text,
  at integer not null
  , times integer not null default 1 check (times > 0)) strict;
CREATE INDEX audit_events_by_user on audit_events(user_id, at) where user_id is not null;
CREATE INDEX audit_events_by_age on audit_events(at);
CREATE TABLE authenticators (
  user_id text primary key references users(id) on delete cascade,
  secret text not null,
  confirmed_at integer,
  last_step integer,
  created_at integer not null
  ) strict;
CREATE INDEX authenticators_set_up on authenticators(created_at) where confirmed_at is null;
CREATE TABLE recovery_codes (
  code_hash text primary key,
  user_id text not null references users(id) on delete cascade,
  used_at integer
  ) strict;
CREATE INDEX recovery_codes_by_user on recovery_codes(user_id);
CREATE TABLE trusted_browsers (
  id_hash text primary key,
  user_id text not null references users(id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
  ) strict;
CREATE INDEX trusted_browsers_by_user on trusted_browsers(user_id);
CREATE INDEX trusted_browsers_by_end on trusted_browsers(expires_at);
CREATE TABLE waiting_sign_ins (
  id_hash text primary key,
  user_id text not null references users(id) on delete cascade,
  password_hash text not null,
  created_at integer not null,
  expires_at integer not null
  ) strict;
CREATE INDEX waiting_sign_ins_by_user on waiting_sign_ins(user_id);
CREATE INDEX waiting_sign_ins_by_end on waiting_sign_ins(expires_at);
CREATE TABLE passkeys (
  id text primary key,
  user_id text not null references users(id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  sign_count integer not null,
  transports text not null,
  backed_up integer not null check (backed_up in (0, 1)),
  name text not null,
  created_at integer not null,
  last_used_at integer
  ) strict;
CREATE INDEX passkeys_by_user on passkeys(user_id);
CREATE TABLE passkey_challenges (
  id_hash text primary key,
  purpose text not null check (purpose in ('may_add', 'add', 'prove', 'step', 'sign_in')),
  user_id text references users(id) on delete cascade,
  bound_hash text not null,
  expires_at integer not null
  ) strict;
CREATE INDEX passkey_challenges_by_user on passkey_challenges(user_id) where user_id is not null;
CREATE INDEX passkey_challenges_by_browser on passkey_challenges(bound_hash);
CREATE INDEX passkey_challenges_by_end on passkey_challenges(expires_at);
CREATE TABLE recovery_sets (
  user_id text primary key references users(id) on delete cascade,
  salt text not null,
  shown_codes text,
  shown_until integer
  ) strict;
CREATE INDEX recovery_sets_shown on recovery_sets(shown_until) where shown_until is not null;
CREATE TABLE invitations (
  id text primary key,
  email text not null unique,
  token_hash text not null unique,
  created_at integer not null,
  expires_at integer not null
  ) strict;
CREATE INDEX invitations_by_end on invitations(expires_at);
CREATE INDEX audit_events_by_kind on audit_events(kind, id);
CREATE TABLE guessed_accounts (
  account_hash text primary key,
  addresses text not null,
  tries integer not null,
  next_at integer not null,
  expires_at integer not null
  ) strict;
CREATE INDEX guessed_accounts_by_end on guessed_accounts(expires_at);
CREATE TABLE own_browsers (
  id_hash text not null,
  user_id text not null references users(id) on delete cascade,
  seen_at integer not null,
  primary key (id_hash, user_id)
  ) strict;
CREATE INDEX own_browsers_by_user on own_browsers(user_id);
CREATE INDEX own_browsers_by_time on own_browsers(seen_at);
CREATE TABLE identities (
  id text primary key,
  user_id text not null references users(id) on delete cascade,
  issuer text not null,
  subject text not null,
  email text,
  created_at integer not null,
  last_used_at integer,
  unique (issuer, subject)
  ) strict;
CREATE INDEX identities_by_user on identities(user_id);
CREATE TABLE identity_requests (
  secret_hash text primary key,
  purpose text not null check (purpose in ('sign_in', 'join', 'prove')),
  user_id text references users(id) on delete cascade,
  session_hash text references sessions(id_hash) on delete cascade,
  expires_at integer not null
  ) strict;
CREATE INDEX identity_requests_by_user on identity_requests(user_id) where user_id is not null;
CREATE INDEX identity_requests_by_session on identity_requests(session_hash) where session_hash is not null;
CREATE INDEX identity_requests_by_end on identity_requests(expires_at);
CREATE TABLE fresh_proofs (
  session_hash text primary key references sessions(id_hash) on delete cascade,
  user_id text not null references users(id) on delete cascade,
  expires_at integer not null
  ) strict;
CREATE INDEX fresh_proofs_by_user on fresh_proofs(user_id);
CREATE INDEX fresh_proofs_by_end on fresh_proofs(expires_at);
CREATE INDEX tweets_ideas on tweets(user_id, id, fingerprint, content)
  where state in ('pending', 'failed') and discarded_at is null;
CREATE INDEX tweets_discarded on tweets(user_id, discarded_at, id) where discarded_at is not null;
CREATE INDEX tweets_discarded_by_time on tweets(discarded_at) where discarded_at is not null;
CREATE INDEX generation_tasks_by_tweet on generation_tasks(tweet_id, created_at) where tweet_id is not null;
CREATE TABLE tweet_versions (
  tweet_id integer not null references tweets(id) on delete cascade,
  version_no integer not null,
  content text not null,
  written_at integer not null,
  written_by text not null check (written_by in ('person', 'writer', 'bot')),
  instruction text,
  words text,
  primary key (tweet_id, version_no)
  ) strict;
CREATE TABLE voices (
  account_id integer primary key references accounts(id) on delete cascade,
  version integer not null check (version > 0),
  is_on integer not null check (is_on in (0, 1)),
  learns integer check (learns in (0, 1)),
  about text not null,
  audience text not null,
  tone text not null,
  language text,
  emoji text not null check (emoji in ('never', 'one', 'fits')),
  hashtags text not null check (hashtags in ('never', 'one', 'fits')),
  avoid text not null,
  samples text not null,
  updated_at integer not null
  ) strict;
CREATE INDEX accounts_unlinked on accounts(unlinked_at) where unlinked_at is not null;
CREATE TABLE paid_reads (
  id integer primary key autoincrement,
  user_id text not null references users(id) on delete cascade,
  posts integer not null,
  price_micros integer not null,
  read_at integer not null
  , kind text not null default 'samples'
  check (kind in ('samples', 'lost_answers', 'figures')), account_id integer references accounts(id) on delete set null, post_ids text, outcome text, level text check (level in ('light', 'full', 'hand'))) strict;
CREATE INDEX paid_reads_by_time on paid_reads(read_at);
CREATE INDEX paid_reads_by_user on paid_reads(user_id);
CREATE TABLE result_settings (
  user_id text primary key references users(id) on delete cascade,
  level text not null check (level in ('off', 'light', 'full')),
  learn integer not null default 0 check (learn in (0, 1)),
  lean integer not null default 0 check (lean in (0, 1)),
  threads integer not null default 0 check (threads in (0, 1)),
  updated_at integer not null
  ) strict;
CREATE TABLE readings (
  tweet_id integer not null references tweets(id) on delete cascade,
  slot text not null check (slot in ('1h', '24h', '3d', '7d', '29d', 'hand')),
  read_at integer not null,
  likes integer,
  reposts integer,
  replies integer,
  quotes integer,
  bookmarks integer,
  impressions integer,
  link_clicks integer,
  profile_clicks integer,
  engagements integer,
  source text not null check (source in ('x', 'sandbox')),
  primary key (tweet_id, slot)
  ) strict;
CREATE INDEX readings_by_time on readings(read_at);
CREATE TABLE reading_turns (
  account_id integer primary key references accounts(id) on delete cascade,
  turn_at integer not null,
  tries integer not null
  ) strict;
CREATE INDEX reading_turns_by_time on reading_turns(turn_at);
CREATE INDEX paid_reads_by_account on paid_reads(account_id, read_at) where account_id is not null;
CREATE INDEX tweets_received on tweets(account_id, received) where received is not null;
CREATE INDEX tweets_soon on tweets(undo_until) where state = 'scheduled' and undo_until is not null;
CREATE INDEX tweets_soon_by_account on tweets(account_id) where state = 'scheduled' and undo_until is not null;
CREATE INDEX tweets_waiting on tweets(account_id, due_at) where state = 'scheduled' and undo_until is null;
CREATE INDEX sandbox_posts_by_parent on sandbox_posts(reply_to) where reply_to is not null;
CREATE INDEX sandbox_posts_deleted on sandbox_posts(sandbox_user_id, deleted_at) where deleted_at is not null;
CREATE TABLE sandbox_media (
  id text primary key,
  sandbox_user_id text not null references sandbox_users(id) on delete cascade,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/gif', 'image/webp')),
  data text not null check (length(data) >= 4 and length(data) <= 6990508),
  alt_text text check (length(alt_text) >= 1 and length(alt_text) <= 1000),
  created_at integer not null,
  expires_at integer not null,
  post_id text references sandbox_posts(id) on delete cascade,
  position integer check (position between 1 and 4),
  check ((post_id is null) = (position is null))
  ) strict;
CREATE INDEX sandbox_media_in_order on sandbox_media(length(id), id);
CREATE INDEX sandbox_media_by_user on sandbox_media(sandbox_user_id, created_at);
CREATE UNIQUE INDEX sandbox_media_by_post on sandbox_media(post_id, position) where post_id is not null;
CREATE INDEX sandbox_media_unused on sandbox_media(expires_at) where post_id is null;
CREATE TABLE threads (
  id integer primary key autoincrement,
  user_id text not null references users(id) on delete cascade,
  state text not null check (state in ('draft', 'going', 'stopped', 'done')),
  stop_code text,
  stop_reason text,
  created_at integer not null,
  updated_at integer not null,
  check ((state = 'stopped') = (stop_code is not null)),
  check (stop_code is not null or stop_reason is null)
  ) strict;
CREATE INDEX threads_by_user on threads(user_id, updated_at);
CREATE INDEX threads_going on threads(id) where state = 'going';
CREATE UNIQUE INDEX tweets_parts on tweets(thread_id, part_no) where thread_id is not null;
CREATE INDEX tweets_parts_due on tweets(due_at) where state = 'scheduled' and part_no > 1;
CREATE TABLE media (
  id text primary key,
  user_id text not null references users(id) on delete cascade,
  sha256 text not null check (length(sha256) = 64),
  type text not null check (type in ('jpeg', 'png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at integer not null,
  idle_since integer not null,
  dropped_at integer,
  unique (user_id, sha256)
  ) strict;
CREATE INDEX media_by_hash on media(sha256);
CREATE TABLE tweet_media (
  tweet_id integer not null references tweets(id) on delete cascade,
  position integer not null check (position between 1 and 4),
  media_id text not null references media(id),
  alt_text text not null default '',
  made_with_ai integer not null default 0 check (made_with_ai in (0, 1)),
  primary key (tweet_id, position)
  ) strict;
CREATE INDEX tweet_media_by_media on tweet_media(media_id);
CREATE TABLE media_uploads (
  tweet_id integer not null,
  position integer not null,
  account_id integer not null references accounts(id) on delete cascade,
  x_media_id text,
  described integer not null default 0 check (described in (0, 1)),
  expires_at integer,
  sent_token text,
  under_way integer not null default 0 check (under_way in (0, 1)),
  tries integer not null default 0,
  refusals integer not null default 0,
  refusal text,
  turn_at integer not null,
  primary key (tweet_id, position),
  foreign key (tweet_id, position) references tweet_media(tweet_id, position) on delete cascade,
  check ((x_media_id is null) = (expires_at is null))
  ) strict;
CREATE INDEX media_uploads_by_account on media_uploads(account_id);
CREATE INDEX media_uploads_by_token on media_uploads(sent_token) where sent_token is not null;
CREATE INDEX media_uploads_under_way on media_uploads(turn_at) where under_way = 1;
CREATE TABLE paid_calls (
  id integer primary key autoincrement,
  user_id text not null references users(id) on delete cascade,
  account_id integer references accounts(id) on delete set null,
  kind text not null check (kind in ('upload', 'description')),
  price_micros integer not null,
  made_at integer not null
  ) strict;
CREATE INDEX paid_calls_by_time on paid_calls(made_at);
CREATE INDEX paid_calls_by_user on paid_calls(user_id);
CREATE INDEX paid_calls_by_account on paid_calls(account_id) where account_id is not null;
CREATE TABLE media_files (
  media_id text primary key references media(id) on delete cascade,
  picture text,
  preview text not null
  ) strict;
CREATE TABLE deletions (
  tweet_id integer primary key references tweets(id) on delete cascade,
  account_id integer not null references accounts(id) on delete cascade,
  state text not null check (state in ('open', 'done', 'gave_up')),
  ordered_at integer not null,
  due_at integer not null,
  tries integer not null default 0,
  lease_token text,
  lease_until integer,
  lease_node text,
  called_at integer,
  price_micros integer not null default 0,
  check ((lease_token is null) = (lease_until is null)),
  check (state = 'open' or lease_token is null)
  ) strict;
CREATE INDEX deletions_due on deletions(due_at) where state = 'open';
CREATE INDEX deletions_by_call on deletions(called_at) where called_at is not null;
CREATE INDEX deletions_by_account on deletions(account_id);
CREATE TABLE named_keys (
  id integer primary key autoincrement,
  user_id text not null references users(id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  former_hash text unique,
  former_until integer,
  hint text not null,
  scopes text not null,
  created_at integer not null,
  last_used_at integer,
  expires_at integer,
  held_at integer,
  revoked_at integer, audience text check (audience in ('mcp', 'api')),
  check ((former_hash is null) = (former_until is null))
  ) strict;
CREATE INDEX named_keys_by_user on named_keys(user_id);
CREATE UNIQUE INDEX named_keys_by_name on named_keys(user_id, name) where revoked_at is null;
CREATE INDEX tweet_events_by_key on tweet_events(key_id) where key_id is not null;
CREATE TABLE webhooks (
  id text primary key,
  user_id text not null references users(id) on delete cascade,
  url text not null,
  events text not null,
  description text not null default '',
  secret text not null,
  former_secret text,
  former_until integer,
  disabled_at integer,
  disabled_reason text,
  failures integer not null default 0,
  failing_since integer,
  created_at integer not null, disabled_code text
  check (disabled_code in ('person', 'gone', 'unanswered', 'restored'))
  check (disabled_code is null or disabled_at is not null),
  check ((former_secret is null) = (former_until is null)),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((failing_since is null) = (failures = 0))
  ) strict;
CREATE INDEX webhooks_by_user on webhooks(user_id, created_at);
CREATE INDEX webhooks_former on webhooks(former_until) where former_until is not null;
CREATE INDEX deliveries_by_webhook on deliveries(target_id, id) where channel = 'webhook';
CREATE INDEX tweets_by_user on tweets(user_id, id) where created_at > 0;
CREATE INDEX tweets_by_change on tweets(user_id, updated_at) where created_at > 0;
CREATE TABLE retries (
  user_id text not null references users(id) on delete cascade,
  key_hash text not null,
  fingerprint text not null,
  state text not null check (state in ('running', 'sent', 'done')),
  status integer,
  body text,
  created_at integer not null,
  primary key (user_id, key_hash),
  check ((state = 'done') = (status is not null and body is not null))
  ) strict;
CREATE INDEX retries_by_age on retries(created_at);
CREATE INDEX tweets_backlog on tweets(user_id, account_id) where state = 'pending' and error_code = 'backlog';
CREATE INDEX deliveries_by_target on deliveries(channel, target_id, due_at) where state = 'waiting';
CREATE INDEX tweets_of_person on tweets(user_id, placed_at) where state <> 'pending';
CREATE INDEX tweets_by_moment on tweets(user_id, placed_at, id) where created_at > 0;
CREATE INDEX tweets_unsent on tweets(user_id, octet_length(content)) where state <> 'published';
insert into migrations (name, applied_at) values
  ('001-initial', '2026-11-27T00:00:00.000Z'),
  ('002-attention', '2026-11-27T00:00:00.000Z'),
  ('003-bots', '2026-11-27T00:00:00.000Z'),
  ('004-throttles', '2026-11-27T00:00:00.000Z'),
  ('005-live', '2026-11-27T00:00:00.000Z'),
  ('006-restores', '2026-11-27T00:00:00.000Z'),
  ('007-by-account', '2026-11-27T00:00:00.000Z'),
  ('008-short-ways', '2026-11-27T00:00:00.000Z'),
  ('009-place-of-any', '2026-11-27T00:00:00.000Z'),
  ('010-gists', '2026-11-27T00:00:00.000Z'),
  ('011-light-claims', '2026-11-27T00:00:00.000Z'),
  ('012-own-accounts', '2026-11-27T00:00:00.000Z'),
  ('013-next-look', '2026-11-27T00:00:00.000Z'),
  ('014-unsent', '2026-11-27T00:00:00.000Z'),
  ('015-zone-chosen', '2026-11-27T00:00:00.000Z'),
  ('016-words', '2026-11-27T00:00:00.000Z'),
  ('017-nodes', '2026-11-27T00:00:00.000Z'),
  ('018-portable', '2026-11-27T00:00:00.000Z'),
  ('019-events', '2026-11-27T00:00:00.000Z'),
  ('020-mail-links', '2026-11-27T00:00:00.000Z'),
  ('021-first-account', '2026-11-27T00:00:00.000Z'),
  ('022-audit', '2026-11-27T00:00:00.000Z'),
  ('023-second-factor', '2026-11-27T00:00:00.000Z'),
  ('026-passkeys', '2026-11-27T00:00:00.000Z'),
  ('027-people', '2026-11-27T00:00:00.000Z'),
  ('028-guesses', '2026-11-27T00:00:00.000Z'),
  ('032-identities', '2026-11-27T00:00:00.000Z'),
  ('033-ideas', '2026-11-27T00:00:00.000Z'),
  ('034-refining', '2026-11-27T00:00:00.000Z'),
  ('035-voices', '2026-11-27T00:00:00.000Z'),
  ('036-hours', '2026-11-27T00:00:00.000Z'),
  ('037-results', '2026-11-27T00:00:00.000Z'),
  ('038-soon', '2026-11-27T00:00:00.000Z'),
  ('039-sandbox-threads', '2026-11-27T00:00:00.000Z'),
  ('041-threads', '2026-11-27T00:00:00.000Z'),
  ('042-media', '2026-11-27T00:00:00.000Z'),
  ('043-orders', '2026-11-27T00:00:00.000Z'),
  ('044-named-keys', '2026-11-27T00:00:00.000Z'),
  ('045-webhooks', '2026-11-27T00:00:00.000Z'),
  ('046-lists', '2026-11-27T00:00:00.000Z'),
  ('047-retries', '2026-11-27T00:00:00.000Z'),
  ('048-disabled-codes', '2026-11-27T00:00:00.000Z'),
  ('049-long-words', '2026-11-27T00:00:00.000Z'),
  ('050-batch-searched', '2026-11-27T00:00:00.000Z'),
  ('051-backlog', '2026-11-27T00:00:00.000Z'),
  ('052-delivery-targets', '2026-11-27T00:00:00.000Z'),
  ('053-alike-events', '2026-11-27T00:00:00.000Z'),
  ('054-key-audience', '2026-11-27T00:00:00.000Z'),
  ('055-spend-shares', '2026-11-27T00:00:00.000Z'),
  ('056-session-probe', '2026-11-27T00:00:00.000Z'),
  ('058-placed-lists', '2026-11-27T00:00:00.000Z'),
  ('060-unsent', '2026-11-27T00:00:00.000Z');
insert into users (id, email, phone, password_hash, timezone, created_at, timezone_chosen, email_confirmed_at, operator_at, vouched_at, disabled_at, waits_to_post, has_keys, spend_share_micros) values ('u1', 'alice@linnet.example', '+4930', '$argon2id$', 'UTC', 1, 1, 5, 6, 7, 8, 1, 0, 1500000);
insert into users (id, email, password_hash, timezone, created_at, timezone_chosen, waits_to_post, has_keys) values ('U2', 'bob@linnet.example', '$argon2id$', 'Asia/Tokyo', 2, 0, 0, 1);
insert into users (id, email, password_hash, timezone, created_at, timezone_chosen, waits_to_post, has_keys) values ('ü3', 'ünal@linnet.example', '$argon2id$', 'UTC', 3, 0, 0, 1);
insert into sessions (id_hash, user_id, created_at, seen_at, expires_at, user_agent, address_block, is_new) values ('s1', 'u1', 1, 2, 9999999999999, 'curl/8.5.0', '192.0.2.0/24', 1);
insert into known_browsers (user_id, name, address_block, seen_at) values ('u1', 'Firefox on Linux', '192.0.2.0/24', 3);
insert into audit_events (id, kind, user_id, by_operator, address, detail, at, times) values (2, 'sign_in', 'u1', 0, '192.0.2.7', 'Firefox on Linux', 4, 1);
insert into audit_events (id, kind, by_operator, at, times) values (3, 'key.revoked', 1, 5, 1);
insert into api_keys (id, user_id, key_hash, session_hash, created_at, used_at) values (3, 'u1', 'k1', 's1', 1, 4);
insert into named_keys (id, user_id, name, key_hash, former_hash, former_until, hint, scopes, created_at, last_used_at, expires_at, held_at, revoked_at, audience) values (5, 'u1', 'n8n', 'n1', 'n0', 9000, 'linnet_4f2k', 'publish,read', 1, 2, 9999999999999, 3, 4, 'mcp');
insert into first_account (id, created_at) values (1, 2);
insert into invitations (id, email, token_hash, created_at, expires_at) values ('i1', 'mika@linnet.example', 'h2', 1, 9999999999999);
insert into link_mails (id, purpose, email, user_id, token, attempts, due_at, created_at) values ('link_1', 'confirm', 'alice@linnet.example', 'u1', 't1', 1, 2, 1);
insert into mail_links (token_hash, purpose, user_id, email, created_at, expires_at) values ('h1', 'password', 'u1', 'alice@linnet.example', 1, 9999999999999);
insert into authenticators (user_id, secret, confirmed_at, last_step, created_at) values ('u1', 'aabbccdd.sealed', 3, 4, 1);
insert into authenticators (user_id, secret, created_at) values ('U2', 'aabbccdd.sealed', 2);
insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, backed_up, name, created_at, last_used_at) values ('p1', 'u1', 'Y3JlZGVudGlhbA', 'cHVibGljIGtleQ', 7, '["internal"]', 1, 'Chrome on Linux', 2, 3);
insert into passkey_challenges (id_hash, purpose, user_id, bound_hash, expires_at) values ('c1', 'prove', 'u1', 'b1', 9999999999999);
insert into passkey_challenges (id_hash, purpose, bound_hash, expires_at) values ('c2', 'sign_in', 'b2', 9999999999999);
insert into identities (id, user_id, issuer, subject, email, created_at, last_used_at) values ('i1', 'u1', 'https://id.example', 's1', 'ann@id.example', 1, 2);
insert into identities (id, user_id, issuer, subject, created_at) values ('i2', 'u1', 'https://id.example', 's2', 1);
insert into identity_requests (secret_hash, purpose, user_id, session_hash, expires_at) values ('q1', 'prove', 'u1', 's1', 9999999999999);
insert into identity_requests (secret_hash, purpose, expires_at) values ('q2', 'sign_in', 9999999999999);
insert into fresh_proofs (session_hash, user_id, expires_at) values ('s1', 'u1', 9999999999999);
insert into recovery_sets (user_id, salt, shown_codes, shown_until) values ('u1', 'c2FsdA==', 'aabbccdd.sealed', 5);
insert into recovery_codes (code_hash, user_id, used_at) values ('r1', 'u1', 6);
insert into recovery_codes (code_hash, user_id) values ('r2', 'u1');
insert into guessed_accounts (account_hash, addresses, tries, next_at, expires_at) values ('a1', '[]', 2, 5, 9999999999999);
insert into own_browsers (id_hash, user_id, seen_at) values ('o1', 'u1', 4);
insert into trusted_browsers (id_hash, user_id, created_at, expires_at) values ('b1', 'u1', 1, 9999999999999);
insert into waiting_sign_ins (id_hash, user_id, password_hash, created_at, expires_at) values ('w1', 'u1', '$argon2id$', 1, 9999999999999);
insert into rate_limits (key, points, expires_at) values ('sign-in:abc', 4, 5);
insert into accounts (id, user_id, network, network_user_id, username, display_name, image_url, is_default, status, status_reason, paused_by, tokens, wait_until, scheduled_send_at, refused_at, linked_at, access_level, own_hours, own_gap_ms, leaning) values (7, 'u1', 'x', '42', 'alice_x', 'Alice 🐦', 'https://x.example/a.png', 1, 'paused', 'by hand', 'person', 'aabbccdd.sealed', 11, 12, 13, 1, 'read-write', '{"postsADay":3}', 600000, '{"weights":[1,2]}');
insert into accounts (id, user_id, network, network_user_id, username, display_name, is_default, status, tokens, linked_at, unlinked_at) values (8, 'U2', 'sandbox', '43', 'bob', 'Bob', 0, 'active', '', 1, 14);
insert into link_requests (token_hash, user_id, session_hash, secret, created_at) values ('l1', 'u1', 's1', 'sealed', 1);
insert into batches (id, user_id, account_id, topic, web_search, writer, model, sources, search_suggestions, input_tokens, output_tokens, created_at, model_retires_at, voice_version, shown, searched) values ('b1', 'u1', 7, 'gardening', 1, 'gemini', 'm', '[{"title":"a\u0000b"}]', '<div>\u0000</div>', 3, 4, 1, 5, 6, '{"well":[40],"less":[]}', 1);
insert into voices (account_id, version, is_on, learns, about, audience, tone, language, emoji, hashtags, avoid, samples, updated_at) values (7, 6, 1, 0, 'I build small tools', 'People with a day job', '["plain","dry"]', 'de', 'never', 'one', '["delve"]', '["a\u0000b"]', 7);
insert into paid_reads (id, user_id, posts, price_micros, read_at, kind, account_id, post_ids, outcome, level) values (4, 'u1', 50, 250000, 8, 'figures', 7, '["7"]', 'read', 'full');
insert into threads (id, user_id, state, stop_code, stop_reason, created_at, updated_at) values (3, 'u1', 'stopped', 'stale', 'It stood still for more than a day.', 1, 2);
insert into tweets (id, user_id, account_id, batch_id, position, origin, content, fingerprint, created_at, updated_at, state, publish_type, due_at, moment_reason, lease_token, lease_until, attempts, error_code, error, withdrawn, account_is_own, check_at, lease_node, undo_until) values (1, 'u1', 7, 'b1', 0, 'generated', 'one "quoted" \ 
	 é 🐦‍🔥  ', 'one', 1, 2, 'publishing', 'scheduled', 5, 'why', 'token', 9000, 2, 'e', 'f', 1, 1, 6, 'node', 4);
insert into tweets (id, user_id, position, origin, content, fingerprint, created_at, updated_at, state, attempts, withdrawn, account_is_own, discarded_at, deleted_at, received) values (5, 'U2', 0, 'bot', '', '', 1, 2, 'pending', 0, 0, 0, 1790000000456, 1790000000457, 'well');
insert into tweets (id, user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state, publish_type, due_at, attempts, published_at, post_id, withdrawn, account_is_own, thread_id, part_no) values (40, 'u1', 7, 1, 'own', 'two', 'two', 1, 2, 'published', 'immediate', 5, 0, 1790000000123, '1990000000000000001', 0, 0, 3, 1);
insert into tweets (id, user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state, publish_type, due_at, attempts, withdrawn, account_is_own, undo_until, undo_to) values (41, 'u1', 7, 2, 'own', 'soon', 'soon', 1, 2, 'scheduled', 'immediate', 5250, 0, 0, 0, 5000, '{"state":"pending"}');
insert into media (id, user_id, sha256, type, width, height, bytes, created_at, idle_since, dropped_at) values ('m1', 'u1', 'a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1', 'png', 640, 480, 12345, 1, 2, 3);
insert into tweet_media (tweet_id, position, media_id, alt_text, made_with_ai) values (1, 2, 'm1', 'A linnet on a wire 🐦', 1);
insert into media_uploads (tweet_id, position, account_id, x_media_id, described, expires_at, sent_token, under_way, tries, refusals, refusal, turn_at) values (1, 2, 7, '2000000000000000009', 1, 4, 'token', 1, 2, 1, 'too blue', 5);
insert into paid_calls (id, user_id, account_id, kind, price_micros, made_at) values (3, 'u1', 7, 'upload', 5000, 6);
insert into media_files (media_id, picture, preview) values ('m1', 'cGljdHVyZQ==', 'cHJldmlldw==');
insert into result_settings (user_id, level, learn, lean, threads, updated_at) values ('u1', 'full', 1, 1, 1, 8);
insert into retries (user_id, key_hash, fingerprint, state, status, body, created_at) values ('u1', 'hash', 'print', 'done', 201, '{"success":true}', 1);
insert into deletions (tweet_id, account_id, state, ordered_at, due_at, tries, lease_token, lease_until, lease_node, called_at, price_micros) values (1, 7, 'open', 1, 9000, 2, 'token', 9000, 'node', 3, 20000);
insert into readings (tweet_id, slot, read_at, likes, reposts, replies, quotes, bookmarks, impressions, link_clicks, profile_clicks, engagements, source) values (1, '24h', 9, 1, 2, 3, 4, 5, 600, 7, 8, 30, 'x');
insert into reading_turns (account_id, turn_at, tries) values (7, 10, 2);
insert into generation_tasks (id, user_id, account_id, topic, web_search, state, deadline_at, due_at, lease_token, lease_until, attempts, batch_id, error_code, error, created_at, ended_at, input_tokens, output_tokens, lease_node, kind, tweet_id, answer_id, content, instruction, words, note, format, parts) values ('t1', 'u1', 7, 'gardening', 0, 'success', 2, 3, 'token', 9000, 2, 'b1', 'x', 'y', 1, 2, 5, 6, 'node', 'refine', 40, 5, 'one', 'own', 'more salt', 'n', 'thread', 4);
insert into tweet_versions (tweet_id, version_no, content, written_at, written_by, instruction, words) values (1, 3, 'one before', 1, 'writer', 'own', 'more salt');
insert into attempts (id, tweet_id, attempt_no, lease_token, text_hash, started_at, settle_at, ended_at, outcome, checks, failed_checks, price_micros, code, detail, post_id, resume_at) values (9, 1, 1, 'token', 'h', 5, 6, 7, 'sending', 1, 2, 15000, 'c', 'd', 'p', 8);
insert into tweet_events (id, tweet_id, at, kind, detail, key_id) values (11, 1, 5, 'claimed', 'd', 5);
insert into events (id, user_id, type, tweet_id, account_id, bot_id, detail, at, prepared_at) values ('evt_1', 'u1', 'tweet.failed', 1, 1, 1, 'd', 5, 6);
insert into events (id, type, at) values ('evt_2', 'disk.low', 5);
insert into webhooks (id, user_id, url, events, description, secret, former_secret, former_until, disabled_at, disabled_reason, failures, failing_since, created_at, disabled_code) values ('6f1c2d5e-0000-4000-8000-000000000045', 'u1', 'https://hooks.example.com/linnet', '["tweet.*"]', 'n8n', 'sealed', 'sealed before', 20, 19, 'It did not answer for three days', 10, 8, 7, 'unanswered');
insert into subscriptions (user_id, type, channel, target_id, due_at) values ('u1', 'summary.weekly', 'mail', 'u1', 9);
insert into deliveries (id, event_id, channel, target_id, topic, body, state, due_at, lease_token, lease_until, lease_node, attempts, last_status, last_error, event_at, ended_at) values (3, 'evt_1', 'mail', 'u1', 'tweet_failed', 'b', 'sending', 6, 'token', 9000, 'node', 2, 500, 'e', 5, 7);
insert into analyses (id, user_id, input_type, content, state, lease_token, lease_until, summary, tags, metadata, quality_tenths, error_code, error, created_at, updated_at, lease_node) values (2, 'u1', 'product_description', 'a product', 'completed', 'l', 3, 's', '["a"]', '{}', 87, 'e', 'f', 1, 2, 'n');
insert into bots (id, analysis_id, user_id, account_id, state, reason, review, proposal_id, failures, due_at, lease_token, lease_until, attempts, started_at, updated_at, lease_node, learn) values (6, 2, 'u1', 7, 'writing', 'r', 1, 5, 1, 4, 'token', 9000, 2, 1, 2, 'node', 1);
insert into bot_tweets (tweet_id, bot_id) values (5, 6);
insert into automation_consents (account_id, agreed_at) values (7, 3);
insert into sandbox_users (id, handle, name, created_at) values ('2000000000000000000', 'Alice_X', 'Alice', 1);
insert into sandbox_requests (token_hash, callback_url, force_login, verifier_hash, sandbox_user_id, created_at) values ('r1', 'http://localhost', 1, 'v', '2000000000000000000', 1);
insert into sandbox_tokens (token_hash, sandbox_user_id, created_at) values ('o1', '2000000000000000000', 1);
insert into sandbox_posts (id, sandbox_user_id, text, created_at, text_hash, reply_to, deleted_at) values ('2000000000000000001', '2000000000000000000', 'a post', 1, 9007199254740991, '1999999999999999999', 2);
insert into sandbox_media (id, sandbox_user_id, content_type, data, alt_text, created_at, expires_at, post_id, position) values ('2000000000000000002', '2000000000000000000', 'image/png', 'iVBORw0KGgo=', 'a wren', 1, 86400001, '2000000000000000001', 1);
insert into nodes (id, name, version, started_at, beat_at, beats, lost_at) values ('n1', 'box', '0.1.0', 1, 2, 3, 4);
insert into engine (id, system_identifier, timeline, key_probe, session_probe) values (1, 's', '00000001', 'sealed', 'signed');
