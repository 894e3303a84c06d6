// Brings the database to the newest schema at start: all missing steps in one transaction, or none of them.
import { type Kysely, sql } from "kysely";
import { type Db, dialectOf, type Transaction } from "./dialect.server";
import { inTransaction } from "./database.server";
import { postgresMigrations } from "./postgres/migrations.server";
import { sqliteMigrations } from "./sqlite/migrations/list.server";
import { type Migration, migrations } from "./migrations.server";

/** All steps of this version, as this database takes them. */
const migrationsOf = (db: Db): Migration[] => [
  ...(dialectOf(db).kind === "sqlite" ? sqliteMigrations : postgresMigrations),
  ...migrations,
];

/** The last step that this version knows; every database has taken it once this version has migrated it. */
export const newestMigration = migrations.at(-1)?.name ?? "";

const takenBy = async (db: Db): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
};

/** Whether this database has every step of this version, and was therefore opened by it before. */
export async function isMigrated(db: Db): Promise<boolean> {
  const done = await takenBy(db).catch(() => new Set<string>());
  return migrationsOf(db).every(({ name }) => done.has(name));
}

/** A newer Linnet has written to this database. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";
}

interface MigrateOptions {
  /** Awaited once, before the first missing step of a database that holds something already: the place for a backup. */
  before?(firstStep: string): Promise<void>;
  /** The last step to take; left out: all. For tests that need an earlier schema. */
  upTo?: string;
}

/** Runs what is missing, in order: all of it or nothing. Returns the names. Throws NewerSchema. */
export async function migrate(db: Db, { before, upTo }: MigrateOptions = {}): Promise<string[]> {
  const known = migrationsOf(db);
  const strict = sql.raw(dialectOf(db).kind === "sqlite" ? "strict" : "");
  const done = await inTransaction(db, async (trx) => {
    // Several nodes may start together: without a lock two would make the same table at once, which Postgres refuses.
    await dialectOf(db).lockWord(trx, "migrations");
    await sql`create table if not exists migrations (name text primary key, applied_at text not null) ${strict}`.execute(
      trx,
    );
    return takenBy(trx);
  });
  const stranger = [...done].find((name) => !known.some((step) => step.name === name));
  if (stranger)
    throw new NewerSchema(
      `The database was made by a newer Linnet (it has ${stranger}). Start that version, or restore a backup.`,
    );
  const missing = known.filter(({ name }) => !done.has(name) && (upTo === undefined || name <= upTo));
  const [first] = missing;
  if (first === undefined) return [];
  // A new database has nothing to go back to.
  if (done.size > 0) await before?.(first.name);
  // Together: a disk that fills up half-way, or a kill, leaves a database that the former version still opens.
  return inTransaction(db, (trx) => take(trx, missing));
}

/**
 * Leaves out what another process that began at the same time has taken first. Kysely's own Migrator is not
 * transactional on SQLite, where a step that fails half-way must leave nothing behind; on Postgres it locks for a session,
 * which hangs behind pgbouncer.
 */
async function take(trx: Transaction, some: readonly Migration[]): Promise<string[]> {
  const { kind, lockWord } = dialectOf(trx);
  await lockWord(trx, "migrations");
  const ran: string[] = [];
  for (const { name, up } of some) {
    const theirs = await sql`select 1 from migrations where name = ${name}`.execute(trx);
    if (theirs.rows.length > 0) continue;
    await up(trx as unknown as Kysely<unknown>, kind);
    const at = new Date().toISOString();
    await sql`insert into migrations (name, applied_at) values (${name}, ${at})`.execute(trx);
    ran.push(name);
  }
  return ran;
}
