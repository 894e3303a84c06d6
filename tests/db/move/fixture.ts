// A SQLite database with rows in every table and something in every column, for what moves it.
import type Sqlite from "better-sqlite3";
import type { Db } from "~db/database.server";
import type { Database, NewRow } from "~db/schema";

type Rows = { [Table in keyof Database]: [NewRow<Table>, ...NewRow<Table>[]] };

const lease = { lease_token: "token", lease_until: 9_000, lease_node: "node", attempts: 2 };

/** In an order in which they can be written. A table without a row does not compile. */
const rows: Rows = {
  users: [
    {
      id: "u1",
      email: "alice@linnet.example",
      phone: "+4930",
      password_hash: "$argon2id$",
      timezone: "UTC",
      created_at: 1,
      timezone_chosen: 1,
      email_confirmed_at: 5,
      operator_at: 6,
      vouched_at: 7,
      disabled_at: 8,
    },
    // Text order: capitals, an accent and an emoji sort otherwise in most locales.
    {
      id: "U2",
      email: "bob@linnet.example",
      phone: null,
      password_hash: "$argon2id$",
      timezone: "Asia/Tokyo",
      created_at: 2,
    },
    {
      id: "ü3",
      email: "ünal@linnet.example",
      phone: null,
      password_hash: "$argon2id$",
      timezone: "UTC",
      created_at: 3,
    },
  ],
  sessions: [
    {
      id_hash: "s1",
      user_id: "u1",
      created_at: 1,
      seen_at: 2,
      expires_at: 9_999_999_999_999,
      user_agent: "curl/8.5.0",
      address_block: "192.0.2.0/24",
      is_new: 1,
    },
  ],
  known_browsers: [{ user_id: "u1", name: "Firefox on Linux", address_block: "192.0.2.0/24", seen_at: 3 }],
  audit_events: [
    { id: 2, kind: "sign_in", user_id: "u1", by_operator: 0, address: "192.0.2.7", detail: "Firefox on Linux", at: 4 },
    { id: 3, kind: "key.revoked", user_id: null, by_operator: 1, address: null, detail: null, at: 5 },
  ],
  api_keys: [{ id: 3, user_id: "u1", key_hash: "k1", session_hash: "s1", created_at: 1 }],
  first_account: [{ id: 1, created_at: 2 }],
  invitations: [
    { id: "i1", email: "mika@linnet.example", token_hash: "h2", created_at: 1, expires_at: 9_999_999_999_999 },
  ],
  link_mails: [
    {
      id: "link_1",
      purpose: "confirm",
      email: "alice@linnet.example",
      user_id: "u1",
      token: "t1",
      attempts: 1,
      due_at: 2,
      created_at: 1,
    },
  ],
  mail_links: [
    {
      token_hash: "h1",
      purpose: "password",
      user_id: "u1",
      email: "alice@linnet.example",
      created_at: 1,
      expires_at: 9_999_999_999_999,
    },
  ],
  authenticators: [
    {
      user_id: "u1",
      secret: "aabbccdd.sealed",
      confirmed_at: 3,
      last_step: 4,
      created_at: 1,
    },
    { user_id: "U2", secret: "aabbccdd.sealed", created_at: 2 },
  ],
  passkeys: [
    {
      id: "p1",
      user_id: "u1",
      credential_id: "Y3JlZGVudGlhbA",
      public_key: "cHVibGljIGtleQ",
      sign_count: 7,
      transports: '["internal"]',
      backed_up: 1,
      name: "Chrome on Linux",
      created_at: 2,
      last_used_at: 3,
    },
  ],
  passkey_challenges: [
    { id_hash: "c1", purpose: "prove", user_id: "u1", bound_hash: "b1", expires_at: 9_999_999_999_999 },
    { id_hash: "c2", purpose: "sign_in", user_id: null, bound_hash: "b2", expires_at: 9_999_999_999_999 },
  ],
  identities: [
    {
      id: "i1",
      user_id: "u1",
      issuer: "https://id.example",
      subject: "s1",
      email: "ann@id.example",
      created_at: 1,
      last_used_at: 2,
    },
    { id: "i2", user_id: "u1", issuer: "https://id.example", subject: "s2", email: null, created_at: 1 },
  ],
  identity_requests: [
    { secret_hash: "q1", purpose: "prove", user_id: "u1", session_hash: "s1", expires_at: 9_999_999_999_999 },
    { secret_hash: "q2", purpose: "sign_in", user_id: null, session_hash: null, expires_at: 9_999_999_999_999 },
  ],
  fresh_proofs: [{ session_hash: "s1", user_id: "u1", expires_at: 9_999_999_999_999 }],
  recovery_sets: [{ user_id: "u1", salt: "c2FsdA==", shown_codes: "aabbccdd.sealed", shown_until: 5 }],
  recovery_codes: [
    { code_hash: "r1", user_id: "u1", used_at: 6 },
    { code_hash: "r2", user_id: "u1" },
  ],
  guessed_accounts: [{ account_hash: "a1", addresses: "[]", tries: 2, next_at: 5, expires_at: 9_999_999_999_999 }],
  own_browsers: [{ id_hash: "o1", user_id: "u1", seen_at: 4 }],
  trusted_browsers: [{ id_hash: "b1", user_id: "u1", created_at: 1, expires_at: 9_999_999_999_999 }],
  waiting_sign_ins: [
    { id_hash: "w1", user_id: "u1", password_hash: "$argon2id$", created_at: 1, expires_at: 9_999_999_999_999 },
  ],
  rate_limits: [{ key: "sign-in:abc", points: 4, expires_at: 5 }],
  accounts: [
    {
      id: 7,
      user_id: "u1",
      network: "x",
      network_user_id: "42",
      username: "alice_x",
      display_name: "Alice 🐦",
      image_url: "https://x.example/a.png",
      is_default: 1,
      status: "paused",
      status_reason: "by hand",
      paused_by: "person",
      tokens: "aabbccdd.sealed",
      access_level: "read-write",
      wait_until: 11,
      scheduled_send_at: 12,
      refused_at: 13,
      linked_at: 1,
      unlinked_at: null,
    },
    {
      id: 8,
      user_id: "U2",
      network: "sandbox",
      network_user_id: "43",
      username: "bob",
      display_name: "Bob",
      image_url: null,
      is_default: 0,
      status: "active",
      status_reason: null,
      paused_by: null,
      tokens: "",
      access_level: null,
      wait_until: null,
      scheduled_send_at: null,
      refused_at: null,
      linked_at: 1,
      unlinked_at: 14,
    },
  ],
  link_requests: [{ token_hash: "l1", user_id: "u1", session_hash: "s1", secret: "sealed", created_at: 1 }],
  batches: [
    {
      id: "b1",
      user_id: "u1",
      account_id: 7,
      topic: "gardening",
      web_search: 1,
      writer: "gemini",
      model: "m",
      sources: '[{"title":"a\\u0000b"}]',
      search_suggestions: "<div>\\u0000</div>",
      input_tokens: 3,
      output_tokens: 4,
      model_retires_at: 5,
      created_at: 1,
    },
  ],
  generation_tasks: [
    {
      id: "t1",
      user_id: "u1",
      account_id: 7,
      topic: "gardening",
      web_search: 0,
      state: "success",
      deadline_at: 2,
      due_at: 3,
      ...lease,
      batch_id: "b1",
      error_code: "x",
      error: "y",
      input_tokens: 5,
      output_tokens: 6,
      created_at: 1,
      ended_at: 2,
    },
  ],
  tweets: [
    {
      id: 1,
      user_id: "u1",
      account_id: 7,
      batch_id: "b1",
      position: 0,
      origin: "generated",
      content: 'one "quoted" \\ \n\t é 🐦\u200d🔥 \u2028',
      fingerprint: "one",
      created_at: 1,
      updated_at: 2,
      state: "publishing",
      publish_type: "scheduled",
      due_at: 5,
      moment_reason: "why",
      ...lease,
      check_at: 6,
      withdrawn: 1,
      account_is_own: 1,
      error_code: "e",
      error: "f",
      published_at: null,
      post_id: null,
    },
    {
      id: 40,
      user_id: "u1",
      account_id: 7,
      batch_id: null,
      position: 1,
      origin: "own",
      content: "two",
      fingerprint: "two",
      created_at: 1,
      updated_at: 2,
      state: "published",
      publish_type: "immediate",
      due_at: 5,
      moment_reason: null,
      lease_token: null,
      lease_until: null,
      published_at: 1_790_000_000_123,
      post_id: "1990000000000000001",
      error_code: null,
      error: null,
      check_at: null,
    },
    {
      id: 5,
      user_id: "U2",
      account_id: null,
      batch_id: null,
      position: 0,
      origin: "bot",
      content: "",
      fingerprint: "",
      created_at: 1,
      updated_at: 2,
      state: "pending",
      publish_type: null,
      due_at: null,
      moment_reason: null,
      lease_token: null,
      lease_until: null,
      published_at: null,
      post_id: null,
      error_code: null,
      error: null,
      check_at: null,
    },
  ],
  attempts: [
    {
      id: 9,
      tweet_id: 1,
      attempt_no: 1,
      lease_token: "token",
      text_hash: "h",
      started_at: 5,
      settle_at: 6,
      ended_at: 7,
      outcome: "sending",
      checks: 1,
      failed_checks: 2,
      price_micros: 15_000,
      code: "c",
      detail: "d",
      post_id: "p",
      resume_at: 8,
    },
  ],
  tweet_events: [{ id: 11, tweet_id: 1, at: 5, kind: "claimed", detail: "d" }],
  events: [
    {
      id: "evt_1",
      user_id: "u1",
      type: "tweet.failed",
      tweet_id: 1,
      account_id: 1,
      bot_id: 1,
      detail: "d",
      at: 5,
      prepared_at: 6,
    },
    { id: "evt_2", user_id: null, type: "disk.low", at: 5 },
  ],
  subscriptions: [{ user_id: "u1", type: "summary.weekly", channel: "mail", target_id: "u1", due_at: 9 }],
  deliveries: [
    {
      id: 3,
      event_id: "evt_1",
      channel: "mail",
      target_id: "u1",
      topic: "tweet_failed",
      body: "b",
      state: "sending",
      due_at: 6,
      ...lease,
      last_status: 500,
      last_error: "e",
      event_at: 5,
      ended_at: 7,
    },
  ],
  analyses: [
    {
      id: 2,
      user_id: "u1",
      input_type: "product_description",
      content: "a product",
      state: "completed",
      lease_token: "l",
      lease_until: 3,
      lease_node: "n",
      summary: "s",
      tags: '["a"]',
      metadata: "{}",
      quality_tenths: 87,
      error_code: "e",
      error: "f",
      created_at: 1,
      updated_at: 2,
    },
  ],
  bots: [
    {
      id: 6,
      analysis_id: 2,
      user_id: "u1",
      account_id: 7,
      state: "writing",
      reason: "r",
      review: 1,
      proposal_id: 5,
      failures: 1,
      due_at: 4,
      ...lease,
      started_at: 1,
      updated_at: 2,
    },
  ],
  bot_tweets: [{ tweet_id: 5, bot_id: 6 }],
  automation_consents: [{ account_id: 7, agreed_at: 3 }],
  sandbox_users: [{ id: "2000000000000000000", handle: "Alice_X", name: "Alice", created_at: 1 }],
  sandbox_requests: [
    {
      token_hash: "r1",
      callback_url: "http://localhost",
      force_login: 1,
      verifier_hash: "v",
      sandbox_user_id: "2000000000000000000",
      created_at: 1,
    },
  ],
  sandbox_tokens: [{ token_hash: "o1", sandbox_user_id: "2000000000000000000", created_at: 1 }],
  sandbox_posts: [
    {
      id: "2000000000000000001",
      sandbox_user_id: "2000000000000000000",
      text: "a post",
      created_at: 1,
      text_hash: 9_007_199_254_740_991,
    },
  ],
  nodes: [{ id: "n1", name: "box", version: "0.1.0", started_at: 1, beat_at: 2, beats: 3, lost_at: 4 }],
  engine: [{ id: 1, system_identifier: "s", timeline: "00000001", key_probe: "sealed" }],
};

export const tables = Object.keys(rows) as (keyof Database)[];

/** Every row of every table. */
export async function fillAll(db: Db): Promise<void> {
  // One by one: what a row leaves out is the database's to fill.
  for (const table of tables)
    for (const row of rows[table])
      await db
        .insertInto(table)
        .values(row as never)
        .execute();
}

/** Columns in which the fixture has nothing at all: what is lost there would not be noticed. */
export function emptyColumns(sqlite: Sqlite.Database): string[] {
  const names = sqlite
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'",
    )
    .pluck()
    .all() as string[];
  return names.flatMap((table) => {
    const columns = sqlite.pragma(`table_xinfo("${table}")`) as { name: string }[];
    return columns
      .filter(({ name }) => sqlite.prepare(`select count("${name}") from "${table}"`).pluck().get() === 0)
      .map(({ name }) => `${table}.${name}`);
  });
}

/** All rows of all tables by their names, in no matter which order they lie. */
export async function readAll(db: Db): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of tables) {
    const found = (await db.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
    const texts = found.map((row) =>
      JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))),
    );
    all[table] = texts.sort().map((text): unknown => JSON.parse(text));
  }
  return all;
}
