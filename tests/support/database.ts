// A database with the newest schema for one test: SQLite in memory, or Postgres where the test's project has a server.
import { inject } from "vitest";
import { sql } from "kysely";
import type { Db } from "~db/database.server";
import { migrate } from "~db/migrate.server";
import { openPostgres } from "~db/postgres/open.server";
import { openDb } from "~db/sqlite/open.server";
import { runOn } from "./postgres";
import { runTwice } from "./twice";

const server = inject("postgres");

// LINNET_TWICE=1 npx vitest run tests/features: every transaction of every test is one that ran twice.
if (process.env["LINNET_TWICE"]) runTwice();

/** Whether this project's tests run on Postgres. */
export const isOnPostgres = server !== undefined;

/** Databases that a test has given back, empty again. Making one takes a hundred times longer than emptying it. */
const spare: Db[] = [];
let made = 0;
let emptying: string | null = null;

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

/** `close` gives it back. */
export async function openTestDatabase(file = ":memory:"): Promise<{ db: Db; close(): Promise<void> }> {
  if (server === undefined) {
    const { db } = openDb(file);
    await migrate(db);
    return { db, close: () => db.destroy() };
  }
  const db = spare.pop() ?? (await makeDatabase(server));
  return {
    db,
    async close() {
      emptying ??= await statementThatEmpties(db);
      await sql.raw(emptying).execute(db);
      spare.push(db);
    },
  };
}

async function makeDatabase(url: string): Promise<Db> {
  made += 1;
  const name = `t_${process.pid}_${process.hrtime.bigint()}_${made}`;
  await runOn(url, `create database ${name} template linnet_template`);
  const place = new URL(url);
  place.pathname = `/${name}`;
  const db = openPostgres({ url: place.href, pool: 4 });
  addresses.set(db, place.href);
  return db;
}

/** All rows of all tables go, and ids begin at 1 again. One message: most tables are empty, so truncating takes longer. */
async function statementThatEmpties(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`.execute(db);
  const { rows: sequences } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public'`.execute(db);
  return [
    // Constraints between the tables are looked at once all of them are empty.
    "begin",
    "set local session_replication_role = replica",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...sequences.map(({ name }) => `select setval('${name}', 1, false)`),
    "commit",
  ].join(";");
}
