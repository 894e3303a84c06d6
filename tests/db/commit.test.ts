// Group commit: one transaction for what is ready together, and each write stands for itself.
import type Sqlite from "better-sqlite3";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { commitTogether, type Db, inTransaction, type Transaction } from "~db/database.server";
import { lockAccounts, lockPerson, lockSandbox, lockSpending } from "~db/locks.server";
import { noDisk } from "~db/sqlite/disk.server";
import { openDb, WriterDialect } from "~db/sqlite/open.server";

let sqlite: Sqlite.Database;
let db: Db;
let statements: string[];
beforeEach(() => {
  statements = [];
  sqlite = new Sqlite3(":memory:", { verbose: (text) => void statements.push(String(text)) });
  sqlite.exec("create table notes (text text primary key not null check (text <> 'forbidden'))");
  db = new Kysely({ dialect: new WriterDialect(sqlite, noDisk) });
});
afterEach(() => db.destroy());

const insert = (trx: Db, text: string) =>
  (trx as unknown as Kysely<{ notes: { text: string } }>).insertInto("notes").values({ text }).execute();
const note = (text: string) =>
  commitTogether(db, async (trx) => {
    await insert(trx, text);
    return text;
  });
const kept = () =>
  (sqlite.prepare("select text from notes order by text").all() as { text: string }[]).map((row) => row.text);
const commits = () => statements.filter((text) => text.toLowerCase() === "commit").length;

it("commits a hundred writes that are ready together once", async () => {
  const texts = Array.from({ length: 100 }, (_, n) => `note ${String(n).padStart(3, "0")}`);
  expect(await Promise.all(texts.map(note))).toEqual(texts);
  expect(kept()).toEqual(texts);
  expect(commits()).toBe(1);
});

it("undoes a write that fails, alone, and tells only its caller", async () => {
  const ends = await Promise.allSettled([note("one"), note("forbidden"), note("two"), note("one")]);
  expect(ends.map((end) => end.status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
  expect(kept()).toEqual(["one", "two"]);
});

it("takes writes that come later in later transactions", async () => {
  await note("one");
  await note("two");
  expect(commits()).toBe(2);
  const first = note("three");
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, note("four")]);
  expect(kept()).toHaveLength(4);
});

it("tells everybody when the commit itself fails", async () => {
  sqlite.exec(
    "create table parents (id integer primary key); create table children (id integer references parents(id) deferrable initially deferred)",
  );
  sqlite.pragma("foreign_keys = ON");
  const orphan = commitTogether(db, async (trx) => {
    await (trx as unknown as Kysely<{ children: { id: number } }>).insertInto("children").values({ id: 7 }).execute();
  });
  const ends = await Promise.allSettled([note("one"), orphan]);
  expect(ends.map((end) => end.status)).toEqual(["rejected", "rejected"]);
  expect(kept()).toEqual([]);
});

it("tells the reason where SQLite has ended the transaction itself, as it does when the disk fails", async () => {
  const { db, sqlite } = openDb(":memory:");
  onTestFinished(() => db.destroy());
  sqlite.exec("create table notes (text text primary key)");
  const add = (text: string) => (trx: Db) => sql`insert or rollback into notes values (${text})`.execute(trx);
  await commitTogether(db, add("one"));
  const ends = await Promise.allSettled([commitTogether(db, add("two")), commitTogether(db, add("one"))]);
  const reason = expect.objectContaining({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" }) as Error;
  expect(ends).toEqual([
    { status: "rejected", reason },
    { status: "rejected", reason },
  ]);
  await expect(db.transaction().execute(add("one"))).rejects.toThrow("UNIQUE constraint failed");
  await commitTogether(db, add("two"));
  expect(sqlite.prepare("select text from notes").pluck().all()).toEqual(["one", "two"]);
});

it("writes that share a transaction lock in an order of their own each", async () => {
  const { db: own } = openDb(":memory:");
  onTestFinished(() => own.destroy());
  const writes = [
    (trx: Transaction) => lockSpending(trx),
    (trx: Transaction) => lockAccounts(trx, [1, 2]),
    (trx: Transaction) => lockSandbox(trx),
    (trx: Transaction) => lockAccounts(trx, [3]),
    (trx: Transaction) => lockPerson(trx, "alice"),
  ];
  const ends = await Promise.allSettled(writes.map((write) => commitTogether(own, write)));
  expect(ends.map(({ status }) => status)).toEqual(writes.map(() => "fulfilled"));
});

it("a write that locks out of order is refused", async () => {
  const { db: own } = openDb(":memory:");
  onTestFinished(() => own.destroy());
  const wrong = async (trx: Transaction) => {
    await lockAccounts(trx, [1]);
    await lockPerson(trx, "alice");
  };
  await expect(commitTogether(own, wrong)).rejects.toThrow("must be locked before");
  await expect(inTransaction(own, wrong)).rejects.toThrow("must be locked before");
});
