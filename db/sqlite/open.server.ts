// Opens the one SQLite file: pragmas set and asserted, Kysely over it.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type Driver,
  Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueNode,
} from "kysely";
import { ConfigError } from "~/ground/config.server";
import type { CarriesDialect, Db } from "../dialect.server";
import type { Database } from "../schema";
import { sqliteDialect } from "./dialect.server";
import { type Disk, noDisk, openDisk, setDisk, toDisk } from "./disk.server";
import { Sqlite3 } from "./driver.server";
import { noteFile } from "./faults.server";
import { keepingStatements } from "./statements.server";

class Adapter extends SqliteAdapter implements CarriesDialect {
  readonly linnet = sqliteDialect;
}

/**
 * A limit is a number of the statement's text: SQLite plans for a limit that it is told as a value, and so reads a kept
 * statement anew whenever the value is set (sqlite3ExprIsInteger in its expr.c). Of one that is only known later it is
 * told a sum, for which it does not plan.
 */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    const isKnown = ValueNode.is(limit) && Number.isSafeInteger(limit.value);
    this.append("limit ");
    this.visitNode(isKnown ? ValueNode.createImmediate(limit.value) : limit);
    if (!isKnown) this.append(" + 0");
  }

  /** Nearly every name is as it should be, and each is looked at a hundred times a request. */
  protected override sanitizeIdentifier(identifier: string): string {
    return identifier.includes('"') ? super.sanitizeIdentifier(identifier) : identifier;
  }
}

/**
 * Transactions here write, so each takes the write lock when it begins, and waits for it: one that has read and then
 * wants to write while another process does is refused with "database is locked" at once.
 */
export class WriterDialect extends SqliteDialect {
  constructor(
    private readonly sqlite: Sqlite.Database,
    disk: Disk,
  ) {
    super({ database: keepingStatements(sqlite, () => disk.close()) });
  }

  override createAdapter(): Adapter {
    return new Adapter();
  }

  override createQueryCompiler(): Compiler {
    return new Compiler();
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

/**
 * Opens (and makes) the database at `file`; ":memory:" gives a private one, and the bytes of a database a private copy of
 * it. Throws if durability can't be had.
 */
export function openDb(file: string | Buffer, sync = toDisk): { db: Db; sqlite: Sqlite.Database } {
  const isInMemory = typeof file !== "string" || file === ":memory:";
  if (!isInMemory) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new Sqlite3(file, { timeout: 5000 });
  try {
    setPragmas(sqlite, isInMemory);
  } catch (error) {
    sqlite.close();
    throw typeof file === "string" ? noteFile(error, file) : error;
  }
  const disk = isInMemory ? noDisk : openDisk(sqlite, sync);
  const db = new Kysely<Database>({ dialect: new WriterDialect(sqlite, disk) });
  setDisk(db, disk);
  return { db, sqlite };
}

function setPragmas(sqlite: Sqlite.Database, isInMemory: boolean): void {
  const mode = sqlite.pragma("journal_mode = WAL", { simple: true });
  if (mode !== "wal" && !isInMemory)
    throw new ConfigError([
      `${sqlite.name} can't be kept there: SQLite has no write-ahead log on this disk. DATA_DIR belongs on a disk of this machine, not on a network's.`,
    ]);
  sqlite.pragma("foreign_keys = ON");
  // A checkpoint stops everything while the disk takes it twice: one every 16 MB of log instead of every 4.
  sqlite.pragma("wal_autocheckpoint = 4000");
  // A WAL file that is opened again reports NORMAL, and with NORMAL a power cut can undo the record of a post that
  // went out, which would then be sent twice.
  sqlite.pragma("synchronous = FULL");
  if (sqlite.pragma("synchronous", { simple: true }) !== 2) throw new Error("SQLite would not take synchronous=FULL");
}
