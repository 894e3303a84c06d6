// Every earlier schema, with data in it, becomes today's: nothing lost, one backup before it, and all of it or nothing.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUpBefore, backupsOf, databaseOf } from "~/features/backups/backups.server";
import { textHashOf } from "~/ports/network/sandbox-rules";
import { readBackup } from "~db/sqlite/backup.server";
import { openDb } from "~db/sqlite/open.server";
import { migrate } from "~db/migrate.server";
import { attemptsOf, count, fill, shapeOf } from "./former";

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

/** The names of all steps, the empty database that each leaves behind, and what a new one of today is like. */
const { steps, after, newest } = await (async () => {
  const { db, sqlite } = openDb(":memory:");
  const names = await migrate(db);
  const shape = shapeOf(sqlite);
  await db.destroy();
  const growing = openDb(":memory:");
  const left = new Map<string, Buffer>();
  for (const upTo of names) {
    await migrate(growing.db, { upTo });
    left.set(upTo, growing.sqlite.serialize());
  }
  await growing.db.destroy();
  return { steps: names, after: left, newest: shape };
})();

describe.each(steps.slice(0, -1))("a database of schema %s", (last) => {
  it("with data in it becomes today's, and a second start does nothing", async () => {
    const folder = newFolder();
    writeFileSync(databaseOf(folder), after.get(last) ?? "");
    const { db, sqlite } = open(folder);
    const before = fill(sqlite);
    const attempts = attemptsOf(sqlite);
    const later = steps.slice(steps.indexOf(last) + 1);
    expect(
      await migrate(db, { before: async (step) => void (await backUpBefore(folder, step, 1_700_000_000_000)) }),
    ).toEqual(later);
    expect(count(sqlite)).toMatchObject(before);
    expect(attemptsOf(sqlite)).toEqual(attempts);
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(sqlite.pragma("foreign_key_check")).toEqual([]);
    expect(shapeOf(sqlite)).toEqual(newest);
    expect(await migrate(db)).toEqual([]);
    const backups = readdirSync(backupsOf(folder)).sort();
    expect(backups).toEqual([`before-2023-11-14T22-13-20Z-${later[0]}.db`]);
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

it.each(steps.slice(2))("an upgrade that fails at %s leaves nothing of any step behind", async (failing) => {
  const { db, sqlite } = open(newFolder());
  const [first, second = ""] = steps;
  await migrate(db, { upTo: first });
  const rows = fill(sqlite);
  const [shape, attempts] = [shapeOf(sqlite), attemptsOf(sqlite)];
  // The list of steps is written last in each step, and refuses this one.
  sqlite.exec(`create trigger failing before insert on migrations when new.name = '${failing}'
    begin select raise(abort, 'it fails here'); end`);
  const backedUp: string[] = [];
  await expect(migrate(db, { before: async (step) => void backedUp.push(step) })).rejects.toThrow("it fails here");
  expect(backedUp).toEqual([second]);
  sqlite.exec("drop trigger failing");
  expect(shapeOf(sqlite)).toEqual(shape);
  expect([count(sqlite), attemptsOf(sqlite)]).toEqual([rows, attempts]);
  expect(sqlite.prepare("select name from migrations").pluck().all()).toEqual([first]);
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

it("an idea of a former schema is in no bin, and only what is not sent can be put there", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db, { upTo: "032-identities" });
  fill(sqlite);
  await migrate(db);
  expect(sqlite.prepare("select distinct discarded_at from tweets").pluck().all()).toEqual([null]);
  const discard = (states: string) => sqlite.exec(`update tweets set discarded_at = 9 where state in (${states})`);
  discard("'pending', 'failed'");
  expect(() => discard("'published'")).toThrow(/check/i);
});
