// Every earlier schema, with data in it, becomes today's: nothing lost, a backup before each step, and never half a step.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUpBefore, backupsOf, databaseOf } from "~/features/backups/backups.server";
import { textHashOf } from "~/ports/network/sandbox-rules";
import { readBackup } from "~db/sqlite/backup.server";
import { openDb } from "~db/sqlite/open.server";
import { migrate } from "~db/migrate.server";
import { readdirSync } from "node:fs";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "linnet-migrate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder: string) {
  const opened = openDb(databaseOf(folder));
  onTestFinished(() => opened.db.destroy());
  return opened;
}

const steps = await (async () => {
  const { db } = openDb(":memory:");
  const names = await migrate(db);
  await db.destroy();
  return names;
})();

/** One row at least of every table, as each schema would have it: made for any of them by its own columns. */
function fill(sqlite: Sqlite.Database): Record<string, number> {
  const values: Record<string, unknown[][]> = {
    "users (id, email, phone, password_hash, timezone, created_at)": [
      ["u1", "alice@linnet.example", null, "$argon2id$", "UTC", 1],
    ],
    sessions: [["s1", "u1", 1, 1, 9_999_999_999_999]],
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
  const columns = (sqlite.pragma("table_info(attempts)") as { name: string }[]).map((one) => one.name);
  const named = columns.includes("account_id");
  const checks = columns.includes("looks") ? "looks, blind_looks" : "checks, failed_checks";
  sqlite.exec(`
    insert into attempts (${named ? "account_id, " : ""}tweet_id, attempt_no, lease_token, text_hash, started_at,
      settle_at, ended_at, outcome, ${checks}, price_micros, code, detail, post_id) values
      (${named ? "7, " : ""}3, 1, 'token3', 'h3', 4, 5, 6, 'unknown', 2, 1, 15000, 'lost', 'reset', null),
      (${named ? "7, " : ""}4, 1, 'token4', 'h4', 7, 8, 9, 'published', 0, 0, 200000, null, null, '99');`);
  const tables = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
  if (tables.includes("bots"))
    sqlite.exec(`
      insert into analyses (id, user_id, input_type, content, state, quality_tenths, created_at, updated_at)
        values (1, 'u1', 'product_description', 'a perch', 'completed', 71, 1, 1);
      insert into bots (analysis_id, user_id, account_id, state, due_at, started_at, updated_at)
        values (1, 'u1', 7, 'waiting', 9, 1, 1);`);
  if (tables.includes("events"))
    sqlite.exec(`
      insert into events (id, user_id, type, tweet_id, at) values ('evt_1', 'u1', 'tweet.failed', 3, 5);
      insert into subscriptions (user_id, type, channel, target_id) values ('u1', 'tweet.failed', 'mail', 'u1');
      insert into deliveries (event_id, channel, target_id, topic, due_at, event_at)
        values ('evt_1', 'mail', 'u1', 'tweet_failed', 6, 5);`);
  if (tables.includes("rate_limits")) sqlite.exec("insert into rate_limits values ('k', 1, 9999999999999)");
  if (tables.includes("throttles")) sqlite.exec("insert into throttles values ('k', 1, 9999999999999)");
  return count(sqlite);
}

/** What migration 016 calls the tables that it renames. */
const named = new Map([
  ["throttles", "rate_limits"],
  ["bot_pledges", "automation_consents"],
]);

const count = (sqlite: Sqlite.Database): Record<string, number> =>
  Object.fromEntries(
    (sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[])
      .filter((name) => !/^(sqlite_|migrations)/.test(name))
      .map((name) => [
        named.get(name) ?? name,
        sqlite.prepare(`select count(*) from "${name}"`).pluck().get() as number,
      ]),
  );

/** What became of each send, with all that every schema keeps of it. */
function attemptsOf(sqlite: Sqlite.Database): unknown {
  const columns = (sqlite.pragma("table_info(attempts)") as { name: string }[]).map(({ name }) => name);
  const checks = columns.includes("checks") ? "checks, failed_checks" : "looks, blind_looks";
  return sqlite
    .prepare(
      `select id, tweet_id, attempt_no, lease_token, text_hash, started_at, settle_at, ended_at, outcome, ${checks},
        price_micros, code, detail, post_id from attempts order by id`,
    )
    .raw()
    .all();
}

/** What SQLite knows of each table and index: columns with types and defaults, in whatever order they came. */
function shapeOf(sqlite: Sqlite.Database): unknown {
  const names = sqlite
    .prepare("select type, name, tbl_name from sqlite_master where name not like 'sqlite_%' order by name")
    .all() as { type: string; name: string }[];
  return names.map((one) => ({ ...one, columns: sqlite.pragma(`table_xinfo("${one.name}")`) }));
}

describe.each(steps.slice(0, -1))("a database of schema %s", (last) => {
  it("with data in it becomes today's, and a second start does nothing", async () => {
    const folder = newFolder();
    const { db, sqlite } = open(folder);
    await migrate(db, { upTo: last });
    const before = fill(sqlite);
    const attempts = attemptsOf(sqlite);
    const later = steps.slice(steps.indexOf(last) + 1);
    expect(await migrate(db, { before: (step) => backUpBefore(folder, step, 1_700_000_000_000) })).toEqual(later);
    expect(count(sqlite)).toMatchObject(before);
    expect(attemptsOf(sqlite)).toEqual(attempts);
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(sqlite.pragma("foreign_key_check")).toEqual([]);
    const fresh = open(newFolder());
    await migrate(fresh.db);
    expect(shapeOf(sqlite)).toEqual(shapeOf(fresh.sqlite));
    expect(await migrate(db)).toEqual([]);
    const backups = readdirSync(backupsOf(folder)).sort();
    expect(backups).toEqual(later.map((step) => `before-2023-11-14T22-13-20Z-${step}.db`));
    const manifest = readBackup(join(backupsOf(folder), backups[0] ?? ""));
    expect(manifest?.rows["tweets"]).toBe(4);
  });
});

it("what the sandbox has taken before is still told from what says something else", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db, { upTo: "009-place-of-any" });
  const texts = ["Tea first.", "  Cafe\u0301 before noon. ", "Rain."];
  sqlite.exec("insert into sandbox_users (id, handle, name, created_at) values ('1', 'alice', 'Alice', 1)");
  const insert = sqlite.prepare(
    "insert into sandbox_posts (id, sandbox_user_id, text, created_at) values (?, '1', ?, 1)",
  );
  texts.forEach((text, n) => insert.run(String(n), text));
  await migrate(db);
  const hashes = sqlite.prepare("select text_hash from sandbox_posts order by id").pluck().all();
  expect(hashes).toEqual([textHashOf("Tea first."), textHashOf("Caf\u00e9 before noon."), textHashOf("Rain.")]);
  expect(new Set(hashes).size).toBe(3);
});

it("a new database needs no backup", async () => {
  const { db } = open(newFolder());
  await migrate(db, { before: () => Promise.reject(new Error("there is nothing to lose")) });
  expect(steps.length).toBeGreaterThanOrEqual(6);
});

it("where the backup can't be made nothing is changed", async () => {
  const { db, sqlite } = open(newFolder());
  const [first = ""] = steps;
  await migrate(db, { upTo: first });
  const shape = shapeOf(sqlite);
  await expect(migrate(db, { before: () => Promise.reject(new Error("the disk is full")) })).rejects.toThrow(
    "disk is full",
  );
  expect(shapeOf(sqlite)).toEqual(shape);
});

it("a step that fails half-way leaves nothing behind", async () => {
  const { db, sqlite } = open(newFolder());
  const [, , third = ""] = steps;
  await migrate(db, { upTo: steps[1] });
  // The step makes several tables before it comes to this one.
  sqlite.exec("create table bot_pledges (mine text)");
  const shape = shapeOf(sqlite);
  await expect(migrate(db, { upTo: third })).rejects.toThrow("bot_pledges already exists");
  expect(shapeOf(sqlite)).toEqual(shape);
});

it("a database that a newer Linnet has written to is refused, and told apart", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db);
  sqlite.exec("insert into migrations values ('999-of-tomorrow', 'now')");
  await expect(migrate(db)).rejects.toThrow(
    "The database was made by a newer Linnet (it has 999-of-tomorrow). Start that version, or restore a backup.",
  );
});

it("a lost answer stands where it was sent, or is due after a restore, and its next look is kept", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db, { upTo: "011-light-claims" });
  fill(sqlite);
  sqlite.exec(`
    insert into tweets (id, user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
      due_at, lease_token) values (5, 'u1', 7, 0, 'own', 'five', 'five', 1, 1, 'unknown', 70, 'token5');
    insert into attempts (tweet_id, attempt_no, lease_token, text_hash, started_at, settle_at, outcome, price_micros,
      resume_at) values (5, 1, 'token5', 'h5', 40, 50, 'unknown', 15000, 60);`);
  await migrate(db);
  const places = sqlite.prepare(
    "select id, due_at, check_at, placed_at from tweets where state <> 'pending' order by id",
  );
  expect(places.raw().all()).toEqual([
    [2, 5, null, 5],
    [3, 4, 5, 4],
    [4, 5, null, 6],
    [5, 60, 70, 60],
  ]);
});

it("what version 015 holds under the former words is all there under today's, and nothing else is touched", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db, { upTo: "015-zone-chosen" });
  fill(sqlite);
  // 3 waits for its check, 5 for its person; 6 is no lost answer, and its code only happens to be the same word.
  sqlite.exec(`
    update tweets set look_at = 70, error_code = 'lost' where id = 3;
    insert into tweets (id, user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
      error_code, look_at) values
      (5, 'u1', 7, 0, 'own', 'five', 'five', 1, 1, 'unknown', 'ask', 80),
      (6, 'u1', 7, 0, 'own', 'six', 'six', 1, 1, 'failed', 'ask', null);
    insert into tweet_events (tweet_id, at, kind) values (5, 7, 'asked');
    insert into bot_pledges (account_id, agreed_at) values (7, 11);
    insert into sandbox_users (id, handle, name, created_at) values ('9', 'alice', 'Alice', 1);
    insert into sandbox_posts (id, sandbox_user_id, text, created_at, gist) values ('99', '9', 'four', 6, 4242);`);
  await migrate(db, { upTo: "016-words" });
  const rows = (query: string) => sqlite.prepare(query).raw().all();
  expect(rows("select id, checks, failed_checks from attempts order by id")).toEqual([
    [1, 2, 1],
    [2, 0, 0],
  ]);
  expect(rows("select id, state, error_code, check_at from tweets where id in (3, 5, 6) order by id")).toEqual([
    [3, "unknown", "lost", 70],
    [5, "unknown", "needs_confirmation", 80],
    [6, "failed", "ask", null],
  ]);
  // A year of them is millions of rows: they stay, and the journal reads both words.
  expect(rows("select tweet_id, kind from tweet_events order by tweet_id")).toEqual([
    [4, "published"],
    [5, "asked"],
  ]);
  expect(rows("select account_id, agreed_at from automation_consents")).toEqual([[7, 11]]);
  expect(rows("select key, points, expires_at from rate_limits")).toEqual([["k", 1, 9_999_999_999_999]]);
  expect(rows("select id, text, text_hash from sandbox_posts")).toEqual([["99", "four", 4242]]);
});
