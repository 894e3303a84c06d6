// The database of a simulated server: one SQLite in memory that outlives its processes, which can die at any statement.
import type Sqlite from "better-sqlite3";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import type { Db } from "~db/database.server";
import { sqliteDialect } from "~db/sqlite/dialect.server";
import { openDb } from "~db/sqlite/open.server";
import { migrate } from "~db/migrate.server";
import type { Database } from "~db/schema";

/** Thrown at every statement of a process that is dead. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export interface Disk {
  sqlite: Sqlite.Database;
  /** Tokens of attempts that are committed: what a power cut would leave. */
  committed: Set<string>;
  /** What the server's statements are turned into, for a server that is broken on purpose. */
  alter: (sql: string) => string;
  connect(onCommit: () => void): Connection;
}

/** One process's hold on the database. */
export interface Connection {
  db: Db;
  isDead(): boolean;
  /** As kill -9 does: what isn't committed is gone, and nothing is written any more. */
  kill(): void;
  /** Kills it at the n-th half statement from now: before it, or after it and before its caller knows. */
  killAfter(halves: number): void;
}

class SimDialect extends SqliteDialect {
  override createAdapter() {
    return Object.assign(new SqliteAdapter(), { linnet: sqliteDialect });
  }
}

let template: Buffer | null = null;

/** The real schema, migrated once and copied; or `image`, as a backup holds it. */
async function freshSqlite(image: Buffer | null): Promise<Sqlite.Database> {
  if (!template) {
    const { db, sqlite } = openDb(":memory:");
    await migrate(db);
    template = sqlite.serialize();
    await db.destroy();
  }
  const sqlite = new Sqlite3(image ?? template);
  sqlite.pragma("foreign_keys = ON");
  return sqlite;
}

export async function makeDisk(image: Buffer | null = null): Promise<Disk> {
  const sqlite = await freshSqlite(image);
  const committed = new Set<string>();
  const statements = new Map<string, Sqlite.Statement>();
  const disk: Disk = { sqlite, committed, alter: (sql) => sql, connect };
  // Preparing anew what was prepared before is most of a statement's time here.
  const prepare = (text: string): Sqlite.Statement => {
    const known = statements.get(text);
    if (known) return known;
    const made = sqlite.prepare(disk.alter(text));
    statements.set(text, made);
    return made;
  };

  function connect(onCommit: () => void): Connection {
    let dead = false;
    let fuse = Infinity;
    let opened: string[] = [];
    const kill = () => {
      dead = true;
      if (sqlite.inTransaction) sqlite.exec("rollback");
    };
    const burn = () => {
      if (dead) throw new Killed();
      fuse -= 1;
      if (fuse >= 0) return;
      kill();
      throw new Killed();
    };
    const note = (text: string, parameters: readonly unknown[]) => {
      if (/^\s*insert into attempts\b/.test(text)) opened.push(...parameters.flatMap(tokensIn));
      else if (text === "begin" || text === "rollback") opened = [];
      else if (text === "commit") {
        for (const token of opened) committed.add(token);
        onCommit();
      }
    };
    const run = <T>(text: string, parameters: readonly unknown[], work: () => T): T => {
      burn();
      const done = work();
      note(text, parameters);
      burn();
      return done;
    };
    const database = {
      close: () => undefined,
      prepare(text: string) {
        const statement = prepare(text);
        return {
          reader: statement.reader,
          all: (parameters: readonly unknown[]) => run(text, parameters, () => statement.all(...parameters)),
          run: (parameters: readonly unknown[]) => run(text, parameters, () => statement.run(...parameters)),
          iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters),
        };
      },
    };
    return {
      db: new Kysely<Database>({ dialect: new SimDialect({ database }) }),
      isDead: () => dead,
      kill,
      killAfter: (halves) => (fuse = halves),
    };
  }
  return disk;
}

/** Attempts are handed over as one list in JSON. */
const tokensIn = (value: unknown): string[] =>
  typeof value === "string" ? (value.match(/\b[0-9a-f]{32}\b/g) ?? []) : [];
