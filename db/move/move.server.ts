// Moves all data from SQLite to an empty Postgres in one transaction and verifies it.
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import type { Db, Transaction } from "../dialect.server";
import { migrate } from "../migrate.server";
import { openPostgres, requireUtf8 } from "../postgres/open.server";
import * as target from "../postgres/move-in.server";
import { faultOf } from "../postgres/faults.server";
import { foldLog } from "../sqlite/backup.server";
import { publisherLock } from "../sqlite/lock.server";
import * as source from "../sqlite/move-out.server";
import { openDb } from "../sqlite/open.server";
import { copyTables } from "./copy.server";
import { movePictures } from "./pictures.server";
import { MoveError, notEmpty, placeOf, toldPlainly } from "./faults.server";
import { findMark, type Mark, removeMark, writeMark } from "./moved.server";

export interface Move {
  dataDir: string;
  file: string;
  url: string;
  /** Removes NUL, which Postgres can't store. If false, a database with NUL is refused. */
  withoutNul: boolean;
  now(): number;
  before(step: string): Promise<void>;
  onWritten?(table: string, rows: number): void;
}

/** Rows by table; null if an earlier call committed but its answer was lost. */
export type Moved = Record<string, number> | null;

/** Throws MoveError, NewerSchema or ConfigError. Then Postgres is empty and SQLite unchanged. */
export async function moveToPostgres(move: Move): Promise<Moved> {
  const place = placeOf(move.url);
  if (!existsSync(move.file)) throw new MoveError(`There is no database ${move.file} to move.`);
  const lock = publisherLock(move.dataDir);
  if (!lock.take()) throw new MoveError(running);
  try {
    if (!foldLog(move.file)) throw new MoveError(running);
    const postgres = openPostgres({ url: move.url, unhurried: true, pool: 1 });
    try {
      if (await wasMoved(move, place, postgres)) return null;
      return await moveTo(postgres, move, place);
    } catch (error) {
      throw toldPlainly(error, place);
    } finally {
      await postgres.destroy();
    }
  } finally {
    lock.release();
  }
}

const running = "A server is using this folder. Stop it, move, then start it with DATABASE_URL.";

async function wasMoved({ dataDir }: Move, place: string, postgres: Db): Promise<boolean> {
  const mark = findMark(dataDir);
  if (mark === null) return false;
  if (mark.done)
    throw new MoveError(`The data of ${dataDir} was moved to ${mark.to} already, on ${mark.at.slice(0, 10)}.`);
  if (mark.to !== place)
    throw new MoveError(
      `A move to ${mark.to} was interrupted at its very end: run this with that address first, to learn whether the data is there.`,
    );
  return isKept(dataDir, mark, postgres);
}

/** Removes the mark if the commit failed. Throws MoveError if unknown. */
async function isKept(dataDir: string, mark: Mark, postgres: Db): Promise<boolean> {
  const became = await whatBecame(mark, postgres);
  if (became === "committed") {
    writeMark(dataDir, { ...mark, done: true });
    return true;
  }
  if (became === "unknown")
    throw new MoveError(
      `Postgres at ${mark.to} does not know any more what became of the move of ${mark.at}. If it is empty, delete moved.json in ${dataDir} and run this again; else start with DATABASE_URL.`,
    );
  removeMark(dataDir);
  return false;
}

async function whatBecame(mark: Mark, postgres: Db): Promise<"committed" | "aborted" | "unknown"> {
  for (let tries = 0; tries < 20; tries += 1) {
    const became = await target.becameOf(postgres, mark.transaction).catch((error: unknown) => {
      if (faultOf(error) !== "gone") throw error;
      return "in progress" as const;
    });
    if (became !== "in progress") return became;
    await wait(250);
  }
  throw new MoveError(
    `The way to Postgres at ${mark.to} broke while the move was committed, so nobody knows yet whether the data is there. Run the same command again: it asks first.`,
  );
}

async function moveTo(postgres: Db, move: Move, place: string): Promise<Moved> {
  const { db, sqlite } = openDb(move.file);
  try {
    await migrate(db, { before: move.before });
    sqlite.exec("begin immediate");
    const tables = source.tablesIn(sqlite);
    if (!move.withoutNul) requireNoNul(source.findNuls(sqlite, tables));
    await requireUtf8(postgres);
    await requireEmpty(postgres);
    await migrate(postgres);
    return await copyAll(postgres, sqlite, tables, move, place);
  } finally {
    if (sqlite.inTransaction) sqlite.exec("rollback");
    await db.destroy();
  }
}

function requireNoNul(found: readonly source.NulFound[]): void {
  if (found.length === 0) return;
  const some = found.slice(0, 10).map(({ table, key }) => `${table} ${key}`);
  const more = found.length > some.length ? `, and ${found.length - some.length} more` : "";
  throw new MoveError(
    `Postgres doesn't support NUL characters in text, and these rows have one: ${some.join(", ")}${more}. Nothing was moved. Add --without-nul to remove them.`,
  );
}

async function requireEmpty(postgres: Db): Promise<void> {
  const { tables, isOurs } = await target.readContents(postgres);
  const strange = tables[0];
  if (!isOurs && strange !== undefined)
    throw new MoveError(
      `The Postgres database has tables that are not Linnet's, such as ${strange}. Give Linnet a database of its own. Nothing was moved.`,
    );
  const filled = await target.findFilled(postgres, tables);
  if (filled !== null) throw new MoveError(notEmpty(filled));
}

/** Writes the mark before the commit, so no server can start from both databases. */
async function copyAll(
  postgres: Db,
  sqlite: Sqlite.Database,
  tables: readonly source.Table[],
  move: Move,
  place: string,
): Promise<Record<string, number>> {
  const { dataDir } = move;
  const state: { mark?: Mark; written: Record<string, number> } = { written: {} };
  try {
    await postgres.transaction().execute(async (handle) => {
      const trx = handle as unknown as Transaction;
      state.written = await copyTables(trx, sqlite, tables, move);
      await movePictures(trx, dataDir);
      const at = new Date(move.now()).toISOString();
      state.mark = { to: place, at, transaction: await target.numberOf(trx), done: false };
      writeMark(dataDir, state.mark);
    });
  } catch (error) {
    // The commit may have succeeded although its answer was lost.
    if (state.mark === undefined || !(await isKept(dataDir, state.mark, postgres))) throw error;
    return state.written;
  }
  if (state.mark) writeMark(dataDir, { ...state.mark, done: true });
  return state.written;
}
