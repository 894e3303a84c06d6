// Moves everything from SQLite to an empty Postgres: in one transaction, read back and compared before it is kept.
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
  /** The folder that is locked while it goes on, and marked as moved after it. */
  dataDir: string;
  /** The SQLite database. */
  file: string;
  /** Of the Postgres database. */
  url: string;
  /** Postgres takes no NUL in a text: leave them out. Else a database that has one is refused. */
  withoutNul: boolean;
  now(): number;
  /** Awaited before each step of the schema that the SQLite database has not taken yet. */
  before(step: string): Promise<void>;
  /** Told of each table once its rows are written. */
  onWritten?(table: string, rows: number): void;
}

/** Rows by table; null where an earlier call had brought everything over and did not hear of it. */
export type Moved = Record<string, number> | null;

/** Moves it all. Throws MoveError, NewerSchema or ConfigError; then Postgres is empty and the SQLite database as it was. */
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

const running = "A server is running on this folder. Stop it, move, then start it with DATABASE_URL.";

/** Finds out what became of an earlier move; false where there was none, or nothing of it was kept. */
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

/** Whether the commit that `mark` tells of took place; where it did not, the mark goes. Throws MoveError where nobody knows. */
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

/** Its connection may have broken before the server has noticed. */
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
    // One state of it all; and nobody writes what would be left behind.
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
    `Postgres takes no NUL character in a text, and these rows have one: ${some.join(", ")}${more}. Nothing was moved. With --without-nul they are moved without it.`,
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

/** Copies every table in one transaction. Its commit is marked before it is asked for: nobody ever starts from both. */
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
    // It may be the answer to the commit that was lost: only Postgres knows.
    if (state.mark === undefined || !(await isKept(dataDir, state.mark, postgres))) throw error;
    return state.written;
  }
  if (state.mark) writeMark(dataDir, { ...state.mark, done: true });
  return state.written;
}
