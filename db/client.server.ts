// Opens the one SQLite file: pragmas set and asserted, Kysely over it.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { CompiledQuery, type Driver, Kysely, SqliteDialect } from "kysely";
import type { Database } from "./schema";

export type Db = Kysely<Database>;

/**
 * Transactions here write, so each takes the write lock when it begins, and waits for it: one that has read and then
 * wants to write while another process does is refused with "database is locked" at once.
 */
class WriterDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    };
    return driver;
  }
}

/** Opens (and makes) the database at `file`; ":memory:" gives a private one. Throws if durability can't be had. */
export function openDb(file: string): { db: Db; sqlite: Sqlite.Database } {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new Sqlite(file, { timeout: 5000 });
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("foreign_keys = ON");
  // A WAL file that is opened again reports NORMAL, and with NORMAL a power cut can undo the record of a post that
  // went out, which would then be sent twice.
  sqlite.pragma("synchronous = FULL");
  if (sqlite.pragma("synchronous", { simple: true }) !== 2) throw new Error("SQLite would not take synchronous=FULL");
  return { db: new Kysely<Database>({ dialect: new WriterDialect({ database: sqlite }) }), sqlite };
}
