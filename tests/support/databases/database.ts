// A database with the newest schema for one test: SQLite in memory, or Postgres where the test's project has a server.
import { expect, inject } from "vitest";
import { sql } from "kysely";
import type { Db } from "~db/database.server";
import { migrate } from "~db/migrate.server";
import { openPostgres } from "~db/postgres/open.server";
import { openDb } from "~db/sqlite/open.server";
import { runOn } from "./postgres";
import { runTwice } from "./twice";
import { withoutDatabase } from "../../runs.mjs";

const server = inject("postgres");

// LINNET_TWICE=1 npx vitest run --project parts tests/features: every transaction of every test is one that ran twice.
if (process.env["LINNET_TWICE"]) runTwice();

/** Whether this project's tests run on Postgres. */
export const isOnPostgres = server !== undefined;

/** Databases that a test has given back, empty again. Making one takes a hundred times longer than emptying it. */
const spare: Db[] = [];
let made = 0;
let emptying: string | null = null;
let following: string | null = null;

/** Of each database of a server: its address, and the handle of a second node. */
const addresses = new WeakMap<Db, string>();
const secondHandles = new WeakMap<Db, Db>();

/** A second node's handle on the same database. SQLite has one process, which has one handle. */
export function secondHandle(db: Db): Db {
  const url = addresses.get(db);
  if (url === undefined) return db;
  const handle = secondHandles.get(db) ?? openPostgres({ url, pool: 4 });
  secondHandles.set(db, handle);
  return handle;
}

/** Of databases that a test opens again: on Postgres the name of a file stands for one. */
const placeOf = new Map<string, string>();

export interface Opened {
  db: Db;
  /** Gives it back, or away for good where something may still write into it. */
  close(end?: { isQuiet: boolean }): Promise<void>;
}

/** One of a file keeps its rows when it is closed and can be opened again, as after a restart. */
export async function openTestDatabase(file = ":memory:"): Promise<Opened> {
  if (server === undefined) {
    const { testPath = "" } = expect.getState();
    if (withoutDatabase.some((name) => testPath.endsWith(name)))
      throw new Error("This test opens a database after all: take it out of tests/runs.mjs");
    const { db } = openDb(file === ":memory:" ? await newest() : file);
    if (file !== ":memory:") await migrate(db);
    return { db, close: () => db.destroy() };
  }
  if (file !== ":memory:") {
    const place = placeOf.get(file) ?? (await makeDatabase(server));
    placeOf.set(file, place);
    const db = openAt(place);
    return { db, close: () => db.destroy() };
  }
  const db = spare.pop() ?? openAt(await makeDatabase(server));
  return {
    db,
    async close({ isQuiet } = { isQuiet: true }) {
      if (!isQuiet) return void db.destroy();
      emptying ??= await statementThatEmpties(db);
      await sql.raw(emptying).execute(db);
      spare.push(db);
    },
  };
}

let migrated: Promise<Buffer> | null = null;

/** The bytes of an empty database with the newest schema. Copying them takes 6 ms, migrating 84. */
const newest = (): Promise<Buffer> => (migrated ??= makeNewest());

async function makeNewest(): Promise<Buffer> {
  const { db, sqlite } = openDb(":memory:");
  await migrate(db);
  const bytes = sqlite.serialize();
  await db.destroy();
  return bytes;
}

function openAt(url: string): Db {
  const db = openPostgres({ url, pool: 4 });
  addresses.set(db, url);
  return db;
}

/** Returns its address. */
async function makeDatabase(url: string): Promise<string> {
  made += 1;
  const name = `t_${process.pid}_${process.hrtime.bigint()}_${made}`;
  await runOn(url, `create database ${name} template linnet_template`);
  const place = new URL(url);
  place.pathname = `/${name}`;
  return place.href;
}

/** All rows of all tables go, and ids begin at 1 again. One message: most tables are empty, so truncating takes longer. */
async function statementThatEmpties(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`.execute(db);
  return [
    // Constraints between the tables are looked at once all of them are empty.
    "begin",
    "set local session_replication_role = replica",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...(await statementsThatFollowIds(db)),
    "commit",
  ].join(";");
}

/** One for each table whose ids Postgres gives. */
async function statementsThatFollowIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`.execute(db);
  return rows.map(
    ({ name }) =>
      `select setval(pg_get_serial_sequence('${name}', 'id'), coalesce((select max(id) from ${name}), 0) + 1, false)`,
  );
}

/** After rows with ids that a test chose: the next id of each table follows its highest, and an empty one begins at 1. */
export async function followIds(db: Db): Promise<void> {
  following ??= isOnPostgres ? (await statementsThatFollowIds(db)).join(";") : "delete from sqlite_sequence";
  await sql.raw(following).execute(db);
}

/** All rows of a database, table by table, in an order that no change of one alters. */
export async function everyRow(db: Db): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found[name] = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return found;
}
