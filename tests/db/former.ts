// A database that Linnet 0.9.0 made, rows for one, and what must be the same after an upgrade.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";

/** What makes the schema as 0.9.0 left it, with rows in every table. */
export const madeBy090 = (kind: "sqlite" | "postgres"): string =>
  readFileSync(join(import.meta.dirname, "0.9.0", `${kind}.sql`), "utf8");

/** A few rows of what is posted. Returns how many each table has. */
export function fill(sqlite: Sqlite.Database): Record<string, number> {
  const values: Record<string, unknown[][]> = {
    "users (id, email, phone, password_hash, timezone, created_at)": [
      ["u1", "alice@linnet.example", null, "$argon2id$", "UTC", 1],
    ],
    "sessions (id_hash, user_id, created_at, seen_at, expires_at)": [["s1", "u1", 1, 1, 9_999_999_999_999]],
  };
  for (const [table, rows] of Object.entries(values))
    for (const row of rows)
      sqlite.prepare(`insert into ${table} values (${row.map(() => "?").join(", ")})`).run(...row);
  sqlite.exec(`
    insert into accounts (id, user_id, network, network_user_id, username, display_name, tokens, linked_at)
      values (7, 'u1', 'x', '42', 'alice_x', 'Alice', 'aabbccdd.sealed', 1);
    insert into batches (id, user_id, topic, web_search, writer, model, sources, input_tokens, output_tokens, created_at)
      values ('b1', 'u1', 'gardening', 0, 'gemini', 'm', '[]', 3, 4, 1);
    insert into generation_tasks (id, user_id, topic, web_search, state, deadline_at, batch_id, created_at, ended_at)
      values ('t1', 'u1', 'gardening', 0, 'success', 2, 'b1', 1, 2);
    insert into tweets (id, user_id, account_id, batch_id, position, origin, content, fingerprint, created_at, updated_at,
      state, publish_type, due_at, lease_token, published_at, post_id) values
      (1, 'u1', null, 'b1', 0, 'generated', 'one', 'one', 1, 1, 'pending', null, null, null, null, null),
      (2, 'u1', 7, 'b1', 1, 'generated', 'two', 'two', 1, 1, 'scheduled', 'scheduled', 5, null, null, null),
      (3, 'u1', 7, 'b1', 2, 'generated', 'three', 'three', 1, 1, 'unknown', 'scheduled', 5, 'token3', null, null),
      (4, 'u1', 7, 'b1', 3, 'generated', 'four', 'four', 1, 1, 'published', 'immediate', 5, null, 6, '99');
    insert into tweet_events (tweet_id, at, kind) values (4, 6, 'published');`);
  sqlite.exec(`
    insert into attempts (tweet_id, attempt_no, lease_token, text_hash, started_at,
      settle_at, ended_at, outcome, checks, failed_checks, price_micros, code, detail, post_id) values
      (3, 1, 'token3', 'h3', 4, 5, 6, 'unknown', 2, 1, 15000, 'lost', 'reset', null),
      (4, 1, 'token4', 'h4', 7, 8, 9, 'published', 0, 0, 200000, null, null, '99');
    insert into analyses (id, user_id, input_type, content, state, quality_tenths, created_at, updated_at)
      values (1, 'u1', 'product_description', 'a perch', 'completed', 71, 1, 1);
    insert into bots (analysis_id, user_id, account_id, state, due_at, started_at, updated_at)
      values (1, 'u1', 7, 'waiting', 9, 1, 1);
    insert into events (id, user_id, type, tweet_id, at) values ('evt_1', 'u1', 'tweet.failed', 3, 5);
    insert into subscriptions (user_id, type, channel, target_id) values ('u1', 'tweet.failed', 'mail', 'u1');
    insert into deliveries (event_id, channel, target_id, topic, due_at, event_at)
      values ('evt_1', 'mail', 'u1', 'tweet_failed', 6, 5);
    insert into rate_limits values ('k', 1, 9999999999999);`);
  return count(sqlite);
}

export const count = (sqlite: Sqlite.Database): Record<string, number> =>
  Object.fromEntries(
    (sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[])
      .filter((name) => !/^(sqlite_|migrations)/.test(name))
      .map((name) => [name, sqlite.prepare(`select count(*) from "${name}"`).pluck().get() as number]),
  );

/** What became of each send. */
export const attemptsOf = (sqlite: Sqlite.Database): unknown =>
  sqlite.prepare("select * from attempts order by id").raw().all();

/** What SQLite knows of each table and index: columns with types and defaults, in whatever order they came. */
export function shapeOf(sqlite: Sqlite.Database): unknown {
  const names = sqlite
    .prepare("select type, name, tbl_name from sqlite_master where name not like 'sqlite_%' order by name")
    .all() as { type: string; name: string }[];
  return names.map((one) => ({ ...one, columns: sqlite.pragma(`table_xinfo("${one.name}")`) }));
}
