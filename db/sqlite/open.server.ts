// Opens the SQLite file with checked pragmas as a Kysely instance.
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

/** SQLite parses a statement again when a bound limit changes (sqlite3ExprIsInteger), so it gets a literal or a sum. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    const isKnown = ValueNode.is(limit) && Number.isSafeInteger(limit.value);
    this.append("limit ");
    this.visitNode(isKnown ? ValueNode.createImmediate(limit.value) : limit);
    if (!isKnown) this.append(" + 0");
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return identifier.includes('"') ? super.sanitizeIdentifier(identifier) : identifier;
  }
}

/** Upgrading a read transaction fails right away with "database is locked" if another process writes. */
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
    // On a disk error SQLite has often rolled back already. "no transaction" must not hide the cause.
    driver.rollbackTransaction = async (connection) => {
      if (this.sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
    };
    return driver;
  }
}

/** ":memory:" and bytes open a private database. Throws if writes can't be made durable. */
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
  // A checkpoint blocks on two disk syncs: one per 16 MB of WAL instead of 4.
  sqlite.pragma("wal_autocheckpoint = 4000");
  // With NORMAL, which a reopened WAL file reports, a power cut can lose the record of a sent post.
  sqlite.pragma("synchronous = FULL");
  if (sqlite.pragma("synchronous", { simple: true }) !== 2) throw new Error("SQLite would not take synchronous=FULL");
}
