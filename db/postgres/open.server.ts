// Opens the Postgres database of DATABASE_URL as a Kysely instance over a connection pool.
import { createRequire } from "node:module";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Driver,
  Kysely,
  PostgresAdapter,
  type Dialect as KyselyDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  sql,
} from "kysely";
import type Pg from "pg";
import { ConfigError } from "~/ground/config.server";
import type { CarriesDialect, Db } from "../dialect.server";
import type { Database } from "../schema";
import { addressOf, clientOptions } from "./client.server";
import { postgresDialect } from "./dialect.server";
import { faultOf, noteDatabaseError } from "./faults.server";

export interface PostgresOptions {
  url: string;
  pool?: number;
  unhurried?: boolean;
  onBroken?(error: unknown): void;
}

/** Set per transaction: behind pgbouncer a session's `set` reaches other clients, and startup options are refused. */
const begin = `begin isolation level read committed;
set local statement_timeout = '5s';
set local lock_timeout = '4s';
set local idle_in_transaction_session_timeout = '10s'`;

const unhurriedBegin = `begin isolation level read committed;
set local statement_timeout = 0;
set local lock_timeout = '60s'`;

interface Ways {
  place: string;
  onBroken(error: unknown): void;
}

class Adapter extends PostgresAdapter implements CarriesDialect {
  readonly linnet = postgresDialect;
}

class LinnetDialect implements KyselyDialect {
  constructor(
    private readonly pool: Pg.Pool,
    private readonly begin: string,
    private readonly ways: Ways,
  ) {}
  createAdapter(): Adapter {
    return new Adapter();
  }
  createDriver(): Driver {
    return new PoolDriver(this.pool, this.begin, this.ways);
  }
  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db as never);
  }
}

/** Kysely's driver returns broken connections to the pool; this one discards them. */
class PoolDriver implements Driver {
  constructor(
    private readonly pool: Pg.Pool,
    private readonly begin: string,
    private readonly ways: Ways,
  ) {}
  init(): Promise<void> {
    return Promise.resolve();
  }
  async acquireConnection(): Promise<Connection> {
    try {
      return new Connection(await this.pool.connect(), this.ways);
    } catch (error) {
      // If all connections are in use, nothing is broken: the caller waited too long.
      if (this.pool.totalCount < this.pool.options.max) this.ways.onBroken(error);
      throw noteDatabaseError(error, this.ways.place);
    }
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.begin));
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // The caller needs the original error, not the failed rollback.
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => undefined);
  }
  releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).release();
    return Promise.resolve();
  }
  async destroy(): Promise<void> {
    await this.pool.end();
  }
}

class Connection implements DatabaseConnection {
  private isBroken = false;
  constructor(
    private readonly client: Pg.PoolClient,
    private readonly ways: Ways,
  ) {
    client.on("error", this.noteBroken);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = await this.client.query<R & Pg.QueryResultRow>(sql, parameters as unknown[]);
      if (Array.isArray(result)) return { rows: [] };
      const isChange = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command);
      return { rows: result.rows, ...(isChange ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) };
    } catch (error) {
      // Drops the connection: an answer that comes late would reach the next query.
      if (faultOf(error) === "gone") {
        this.isBroken = true;
        this.ways.onBroken(error);
      }
      throw noteDatabaseError(error, this.ways.place);
    }
  }

  streamQuery(): never {
    throw new Error("Nothing is streamed");
  }

  /** The pool handles errors only for idle connections. An unhandled one would end the process. */
  private readonly noteBroken = (): void => {
    this.isBroken = true;
  };

  release(): void {
    this.client.release(this.isBroken);
    if (!this.isBroken) this.client.off("error", this.noteBroken);
  }
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new Error("A number of the database is beyond 2^53");
  return number;
}

const bigint = 20;
const numeric = 1700;

/** Loads `pg` here, so a SQLite server never has it in memory. */
export function openPostgres({
  url,
  pool: max = 8,
  unhurried = false,
  onBroken = () => undefined,
}: PostgresOptions): Db {
  const pg = createRequire(import.meta.url)("pg") as typeof Pg;
  const { place } = addressOf(url);
  const pool = new pg.Pool({
    ...clientOptions(url),
    max,
    connectionTimeoutMillis: 3_000,
    // Catches a connection that gets no answer. Longer than any statement timeout.
    query_timeout: unhurried ? 0 : 6_000,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    application_name: "linnet",
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === bigint || oid === numeric
          ? toNumber
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  pool.on("error", onBroken);
  // Covers the time between the pool's listener and ours: a server that dies then would end this process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return new Kysely<Database>({
    dialect: new LinnetDialect(pool, unhurried ? unhurriedBegin : begin, { place, onBroken }),
  });
}

/** Throws ConfigError: other encodings can't store emoji. */
export async function requireUtf8(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string; name: string }>`
    select pg_encoding_to_char(encoding) as encoding, datname as name from pg_database
    where datname = current_database()`.execute(db);
  const { encoding, name } = rows[0] ?? { encoding: "an unknown way", name: "" };
  if (encoding === "UTF8") return;
  throw new ConfigError([
    `DATABASE_URL leads to the database ${name}, which is encoded in ${encoding} and can't hold every tweet. Make another: createdb --locale=C --encoding=UTF8 --template=template0 NAME (docs/postgres.md).`,
  ]);
}
