// A database that holds rows takes new steps: nothing lost, one backup before them, all of them or none.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { backUpBefore, backupsOf, databaseOf } from "~/features/backups/backups.server";
import { readBackup } from "~db/sqlite/backup.server";
import { openDb } from "~db/sqlite/open.server";
import { migrate } from "~db/migrate.server";
import { type Migration, migrations } from "~db/migrations.server";
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

/** Steps of a later version: columns, a table, and one that makes a table anew. */
const later: Migration[] = [
  { name: "997-column", up: (db) => db.schema.alterTable("tweets").addColumn("planted", "text").execute() },
  { name: "998-table", up: (db) => db.schema.createTable("planted").addColumn("id", "integer").execute() },
  {
    name: "999-anew",
    async up(db) {
      await sql`create table attempts_new as select * from attempts`.execute(db);
      await sql`drop table attempts`.execute(db);
      await sql`alter table attempts_new rename to attempts`.execute(db);
    },
  },
];
const steps = [...migrations, ...later];
const names = later.map(({ name }) => name);
const neverBacksUp = () => Promise.reject(new Error("there is nothing to lose"));

it("with rows in it a database takes every new step after one backup, and a second start does nothing", async () => {
  const folder = newFolder();
  const { db, sqlite } = open(folder);
  await migrate(db);
  const rows = fill(sqlite);
  const attempts = attemptsOf(sqlite);
  const before = async (step: string) => void (await backUpBefore(folder, step, 1_700_000_000_000));
  expect(await migrate(db, { before, steps })).toEqual(names);
  expect(count(sqlite)).toEqual({ ...rows, planted: 0 });
  expect(attemptsOf(sqlite)).toEqual(attempts);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(await migrate(db, { before: neverBacksUp, steps })).toEqual([]);
  const backups = readdirSync(backupsOf(folder));
  expect(backups).toEqual(["before-2023-11-14T22-13-20Z-997-column.db"]);
  const manifest = readBackup(join(backupsOf(folder), backups[0] ?? ""));
  expect(manifest?.rows["tweets"]).toBe(4);
});

it("a new database needs no backup, and takes all there is", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db, { before: neverBacksUp, steps });
  expect(count(sqlite)).toMatchObject({ tweets: 0, planted: 0 });
});

it("where the backup can't be made nothing is changed", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db);
  const shape = shapeOf(sqlite);
  const before = () => Promise.reject(new Error("the disk is full"));
  await expect(migrate(db, { before, steps })).rejects.toThrow("disk is full");
  expect(shapeOf(sqlite)).toEqual(shape);
});

it.each(names)("an upgrade that fails at %s leaves nothing of any step behind", async (failing) => {
  const { db, sqlite } = open(newFolder());
  await migrate(db);
  const rows = fill(sqlite);
  const [shape, attempts] = [shapeOf(sqlite), attemptsOf(sqlite)];
  const taken = sqlite.prepare("select name from migrations order by name").pluck();
  const formerly = taken.all();
  // The list of steps is written last in each step, and refuses this one.
  sqlite.exec(`create trigger failing before insert on migrations when new.name = '${failing}'
    begin select raise(abort, 'it fails here'); end`);
  const backedUp: string[] = [];
  const before = (step: string) => Promise.resolve(void backedUp.push(step));
  await expect(migrate(db, { before, steps })).rejects.toThrow("it fails here");
  expect(backedUp).toEqual(["997-column"]);
  sqlite.exec("drop trigger failing");
  expect(shapeOf(sqlite)).toEqual(shape);
  expect([count(sqlite), attemptsOf(sqlite)]).toEqual([rows, attempts]);
  expect(taken.all()).toEqual(formerly);
});

it("a database that a newer Linnet has written to is refused, and told apart", async () => {
  const { db, sqlite } = open(newFolder());
  await migrate(db);
  sqlite.exec("insert into migrations values ('999-of-tomorrow', 'now')");
  await expect(migrate(db)).rejects.toThrow(
    "The database was made by a newer Linnet (it has 999-of-tomorrow). Start that version, or restore a backup.",
  );
});
