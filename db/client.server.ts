// Opens the one SQLite file: pragmas set and asserted, Kysely over it.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import { type Disk, noDisk, openDisk, toDisk } from "./disk.server";
import { Sqlite3 } from "./sqlite.server";
import { CompiledQuery, type Driver, Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import type { Database } from "./schema";

export type Db = Kysely<Database>;

/**
 * Transactions here write, so each takes the write lock when it begins, and waits for it: one that has read and then
 * wants to write while another process does is refused with "database is locked" at once.
 */
class WriterDialect extends SqliteDialect {
  constructor(
    private readonly sqlite: Sqlite.Database,
    disk: Disk,
  ) {
    super({ database: keepingStatements(sqlite, disk) });
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    };
    // Where the disk fails SQLite has often ended the transaction itself; the reason must not be lost on "no transaction".
    driver.rollbackTransaction = async (connection) => {
      if (this.sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
    };
    return driver;
  }
}

/** A statement of many different lengths, such as one with a list, must not push out the others for good. */
const keptStatements = 300;

/** Kysely prepares each statement anew; SQLite takes longer to read most of ours than to carry them out. */
function keepingStatements(sqlite: Sqlite.Database, disk: Disk): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const found = kept.get(text);
      // Deleted and set again, the map's order is that of the last use.
      if (found) kept.delete(text);
      const statement = found ?? byRows(sqlite.prepare<unknown[]>(text));
      kept.set(text, statement);
      const [oldest] = kept.keys();
      if (kept.size > keptStatements && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close() {
      disk.close();
      sqlite.close();
    },
  };
}

/**
 * Its rows are made here of plain lists: as objects of better-sqlite3 they take half as long again to read, and each
 * later look at a column takes longer too. SQLite reads a kept statement anew where another process has migrated.
 */
function byRows(statement: Sqlite.Statement<unknown[]>): SqliteStatement {
  if (!statement.reader) return statement as unknown as SqliteStatement;
  const namesOf = () => statement.columns().map((column) => column.name);
  let columns = namesOf();
  const rowOf = (values: unknown[]): Record<string, unknown> => {
    if (values.length !== columns.length) columns = namesOf();
    const row: Record<string, unknown> = {};
    columns.forEach((column, n) => (row[column] = values[n]));
    return row;
  };
  const lists = statement.raw() as unknown as Sqlite.Statement<unknown[], unknown[]>;
  return {
    reader: true,
    all: (parameters) => lists.all(parameters).map(rowOf),
    run: (parameters) => lists.run(parameters),
    *iterate(parameters) {
      for (const values of lists.iterate(parameters)) yield rowOf(values);
    },
  };
}

const disks = new WeakMap<Db, Disk>();

/** The disk below a database. */
export const diskOf = (db: Db): Disk => disks.get(db) ?? noDisk;

/** Opens (and makes) the database at `file`; ":memory:" gives a private one. Throws if durability can't be had. */
export function openDb(file: string, sync = toDisk): { db: Db; sqlite: Sqlite.Database } {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new Sqlite3(file, { timeout: 5000 });
  const mode = sqlite.pragma("journal_mode = WAL", { simple: true });
  if (mode !== "wal" && file !== ":memory:") throw new Error("SQLite would not keep a write-ahead log here");
  sqlite.pragma("foreign_keys = ON");
  // A checkpoint stops everything while the disk takes it twice: one every 16 MB of log instead of every 4.
  sqlite.pragma("wal_autocheckpoint = 4000");
  // A WAL file that is opened again reports NORMAL, and with NORMAL a power cut can undo the record of a post that
  // went out, which would then be sent twice.
  sqlite.pragma("synchronous = FULL");
  if (sqlite.pragma("synchronous", { simple: true }) !== 2) throw new Error("SQLite would not take synchronous=FULL");
  const disk = file === ":memory:" ? noDisk : openDisk(sqlite, sync);
  const db = new Kysely<Database>({ dialect: new WriterDialect(sqlite, disk) });
  disks.set(db, disk);
  return { db, sqlite };
}
