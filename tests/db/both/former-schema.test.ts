// A database that 0.9.0 made goes on as it is, on SQLite and Postgres; an earlier one is refused before anything is touched.
import { sql } from "kysely";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Db } from "~db/database.server";
import { dialectOf } from "~db/dialect.server";
import { isMigrated, migrate, OlderSchema } from "~db/migrate.server";
import { migrations } from "~db/migrations.server";
import { openDb } from "~db/sqlite/open.server";
import { everyRow, isOnPostgres, openTestDatabase } from "~tests/support/databases/database";
import { allowedValues, readSchema } from "~tests/support/databases/schema";
import { madeBy090 } from "../former";

const sentence = "This database is from before 2026-11-27. Start Linnet 5f459efc9b88 (0.9.0) once, then this version.";

let db: Db;
beforeEach(async () => {
  db = isOnPostgres ? (await openTestDatabase()).db : openDb(":memory:").db;
  onTestFinished(() => db.destroy());
  if (isOnPostgres) await sql`drop schema public cascade; create schema public`.execute(db);
  await run(madeBy090(dialectOf(db).kind));
});

/** SQLite takes one statement at a time; none of these has a semicolon inside. */
async function run(script: string): Promise<void> {
  if (isOnPostgres) return void (await sql.raw(script).execute(db));
  for (const statement of script.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db);
}

const stepsOf = async (one: Db): Promise<string[]> =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(one)).rows.map(({ name }) => name);
const neverBacksUp = () => Promise.reject(new Error("there is nothing to lose"));

/** What the later steps give to rows that were there before. */
const added: Record<string, object> = {
  batches: {
    ...{ writer_place: null, cost_micros: null, unmetered: 0, cut: 0, took_ms: null, instead_of: null },
  },
  generation_tasks: { cost_micros: null, unmetered: 0 },
  users: { undo_offered_at: null },
};

it("one with all its steps gets the later ones after one backup, keeps its rows and has the schema of a new one", async () => {
  const { db: fresh, close } = await openTestDatabase();
  onTestFinished(() => close());
  const rows = await everyRow(db);
  expect(Object.values(rows).filter((some) => some.length === 0)).toEqual([]);
  expect(await isMigrated(db)).toBe(false);
  const backedUp: string[] = [];
  const before = (step: string) => Promise.resolve(void backedUp.push(step));
  const later = migrations.slice(1).map(({ name }) => name);
  expect(await migrate(db, { before })).toEqual(later);
  expect(backedUp).toEqual(later.slice(0, 1));
  expect(await isMigrated(db)).toBe(true);
  expect(await migrate(db, { before: neverBacksUp })).toEqual([]);
  for (const [table, found] of Object.entries(await everyRow(db))) {
    if (table === "migrations") continue;
    const formerly = rows[table]?.map((row) => ({ ...(row as object), ...added[table] })) ?? [];
    expect(found).toHaveLength(formerly.length);
    expect(found).toEqual(expect.arrayContaining(formerly));
  }
  expect(await readSchema(db)).toEqual(await readSchema(fresh));
  expect(await stepsOf(fresh)).toEqual(await stepsOf(db));
  expect(await allowedValues(db, "batches", "writer")).toEqual(["gemini", "compatible", "demo"]);
});

it.each(["the last", "the first", "one in the midst"])("one that lacks %s is refused, and untouched", async (which) => {
  const steps = await stepsOf(db);
  const name = { "the last": steps.at(-1), "the first": steps[0] }[which] ?? steps[20];
  await sql`delete from migrations where name = ${name}`.execute(db);
  const [rows, schema] = [await everyRow(db), await readSchema(db)];
  expect(await isMigrated(db)).toBe(false);
  const refused = await migrate(db, { before: neverBacksUp }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OlderSchema);
  expect(refused).toHaveProperty("message", sentence);
  expect([await everyRow(db), await readSchema(db)]).toEqual([rows, schema]);
});
