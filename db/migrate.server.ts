// Migrates the database at start: all missing steps in one transaction.
import { type Kysely, sql } from "kysely";
import { type Db, dialectOf, type Transaction } from "./dialect.server";
import { inTransaction } from "./database.server";
import { type Migration, migrations } from "./migrations.server";
import { formerSteps } from "./migrations/former-steps.server";

const namesOf = (db: Db): string[] => [...formerSteps[dialectOf(db).kind], ...migrations.map(({ name }) => name)];

export const newestMigration = migrations.at(-1)?.name ?? "";

const takenBy = async (db: Db): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(rows.map((row) => row.name));
};

export async function isMigrated(db: Db): Promise<boolean> {
  const done = await takenBy(db).catch(() => new Set<string>());
  return namesOf(db).every((name) => done.has(name));
}

const olderSchema =
  "This database is from before 2026-11-27. Start Linnet 5f459efc9b88 (0.9.0) once, then this version.";

export class NewerSchema extends Error {
  override readonly name = "NewerSchema";
}

/** The database lacks a step that came before the baseline. */
export class OlderSchema extends Error {
  override readonly name = "OlderSchema";
}

interface MigrateOptions {
  /** Awaited once before the first step on a database with data, to make a backup. */
  before?(firstStep: string): Promise<void>;
  /** For tests that need a step that fails, or one more. */
  steps?: readonly Migration[];
}

/** Runs all missing steps or none. Returns their names. Throws NewerSchema, OlderSchema. */
export async function migrate(db: Db, { before, steps = migrations }: MigrateOptions = {}): Promise<string[]> {
  const strict = sql.raw(dialectOf(db).kind === "sqlite" ? "strict" : "");
  const done = await inTransaction(db, async (trx) => {
    // Nodes may start together. Without a lock, two would create the same table, which Postgres refuses.
    await dialectOf(db).lockWord(trx, "migrations");
    await sql`create table if not exists migrations (name text primary key, applied_at text not null) ${strict}`.execute(
      trx,
    );
    return takenBy(trx);
  });
  const former = formerSteps[dialectOf(db).kind];
  const stranger = [...done].find((name) => !former.includes(name) && !steps.some((step) => step.name === name));
  if (stranger)
    throw new NewerSchema(
      `The database was made by a newer Linnet (it has ${stranger}). Start that version, or restore a backup.`,
    );
  const baseline = steps[0]?.name ?? "";
  if (done.size > 0 && ![...former, baseline].every((name) => done.has(name))) throw new OlderSchema(olderSchema);
  const missing = steps.filter(({ name }) => !done.has(name));
  const [first] = missing;
  if (first === undefined) return [];
  if (done.size > 0) await before?.(first.name);
  // In one transaction: after a full disk or a kill, the previous version can still open the database.
  return inTransaction(db, (trx) => take(trx, missing));
}

/** Kysely's Migrator isn't transactional on SQLite, and on Postgres its session lock hangs behind pgbouncer. */
async function take(trx: Transaction, batch: readonly Migration[]): Promise<string[]> {
  const { kind, lockWord } = dialectOf(trx);
  await lockWord(trx, "migrations");
  const ran: string[] = [];
  for (const { name, up } of batch) {
    const theirs = await sql`select 1 from migrations where name = ${name}`.execute(trx);
    if (theirs.rows.length > 0) continue;
    await up(trx as unknown as Kysely<unknown>, kind);
    const at = new Date().toISOString();
    await sql`insert into migrations (name, applied_at) values (${name}, ${at})`.execute(trx);
    ran.push(name);
  }
  return ran;
}
