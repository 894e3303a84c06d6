// Brings the database to the newest schema at start: each step in a transaction of its own, or all of a new one's in one.
import { type Kysely, sql } from "kysely";
import type { Db } from "./dialect.server";
import * as initial from "./sqlite/migrations/001-initial.server";
import * as attention from "./sqlite/migrations/002-attention.server";
import * as bots from "./sqlite/migrations/003-bots.server";
import * as throttles from "./sqlite/migrations/004-throttles.server";
import * as live from "./sqlite/migrations/005-live.server";
import * as restores from "./sqlite/migrations/006-restores.server";
import * as byAccount from "./sqlite/migrations/007-by-account.server";
import * as shortWays from "./sqlite/migrations/008-short-ways.server";
import * as placeOfAny from "./sqlite/migrations/009-place-of-any.server";
import * as gists from "./sqlite/migrations/010-gists.server";
import * as lightClaims from "./sqlite/migrations/011-light-claims.server";
import * as ownAccounts from "./sqlite/migrations/012-own-accounts.server";
import * as nextLook from "./sqlite/migrations/013-next-look.server";
import * as unsent from "./sqlite/migrations/014-unsent.server";
import * as zoneChosen from "./sqlite/migrations/015-zone-chosen.server";
import * as words from "./sqlite/migrations/016-words.server";

interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
}

const migrations: { name: string; migration: Migration }[] = [
  { name: "001-initial", migration: initial },
  { name: "002-attention", migration: attention },
  { name: "003-bots", migration: bots },
  { name: "004-throttles", migration: throttles },
  { name: "005-live", migration: live },
  { name: "006-restores", migration: restores },
  { name: "007-by-account", migration: byAccount },
  { name: "008-short-ways", migration: shortWays },
  { name: "009-place-of-any", migration: placeOfAny },
  { name: "010-gists", migration: gists },
  { name: "011-light-claims", migration: lightClaims },
  { name: "012-own-accounts", migration: ownAccounts },
  { name: "013-next-look", migration: nextLook },
  { name: "014-unsent", migration: unsent },
  { name: "015-zone-chosen", migration: zoneChosen },
  { name: "016-words", migration: words },
];

/** Whether this database has every step of this version, and was therefore opened by it before. */
export async function isMigrated(db: Db): Promise<boolean> {
  const table = await sql<{ name: string }>`select name from sqlite_master where name = 'migrations'`.execute(db);
  if (table.rows.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  return migrations.every(({ name }) => done.has(name));
}

/** A newer Linnet has written to this database. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";
}

interface MigrateOptions {
  /** Awaited before each step on a database that holds something already: the place for a backup. */
  before?(name: string): Promise<void>;
  /** The last step to take; left out: all. For tests that need an earlier schema. */
  upTo?: string;
}

/** Runs what is missing, in order; answers the names. Throws NewerSchema. */
export async function migrate(db: Db, { before, upTo }: MigrateOptions = {}): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_at text not null) strict`.execute(db);
  const applied = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  const done = new Set(applied.rows.map((row) => row.name));
  const known = new Set(migrations.map((one) => one.name));
  const stranger = [...done].find((name) => !known.has(name));
  if (stranger)
    throw new NewerSchema(
      `The database was made by a newer Linnet (it has ${stranger}). Start that version, or restore a backup.`,
    );
  const missing = migrations.filter(({ name }) => !done.has(name) && (upTo === undefined || name <= upTo));
  // A new database has nothing to go back to, and waits for the disk once.
  const together = done.size === 0 ? [missing] : missing.map((step) => [step]);
  const ran: string[] = [];
  for (const steps of together) {
    if (done.size > 0) for (const { name } of steps) await before?.(name);
    ran.push(...(await db.transaction().execute((trx) => take(trx, steps))));
  }
  return ran;
}

/**
 * Answers what another process that began at the same time has not taken first. Kysely's own Migrator is not
 * transactional on SQLite: a step that fails half-way must leave nothing behind.
 */
async function take(trx: Db, steps: typeof migrations): Promise<string[]> {
  const ran: string[] = [];
  for (const { name, migration } of steps) {
    const theirs = await sql`select 1 from migrations where name = ${name}`.execute(trx);
    if (theirs.rows.length > 0) continue;
    await migration.up(trx as unknown as Kysely<unknown>);
    await sql`insert into migrations (name, applied_at) values (${name}, datetime('now'))`.execute(trx);
    ran.push(name);
  }
  return ran;
}
