// Opens the Postgres database that DATABASE_URL names: a pool of connections, Kysely over it.
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
  /** How many connections this node keeps at most. */
  pool?: number;
  /** For what is long by nature (migrations, moving): no statement is stopped for taking long. */
  unhurried?: boolean;
  /** Told of each connection that broke, whether it was used or not. */
  onBroken?(error: unknown): void;
}

/**
 * What one message to Postgres that begins a transaction sets for it alone. Behind pgbouncer a session's own `set` would
 * go to other clients, and start-up options are refused. A node that stops inside a transaction keeps its locks for the
 * last of these.
 */
const begin = `begin isolation level read committed;
set local statement_timeout = '5s';
set local lock_timeout = '4s';
set local idle_in_transaction_session_timeout = '10s'`;

/** The same for what is long by nature, such as migrations: another node that does the same is waited for. */
const unhurriedBegin = `begin isolation level read committed;
set local statement_timeout = 0;
set local lock_timeout = '60s'`;

/** Where the connections lead, and who is told of a broken one. */
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

/** Kysely's own driver gives a broken connection back to the pool; this one throws it away. */
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
      // With all connections in use nothing is broken: somebody has waited too long for one.
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
    // What went wrong is the reason that its caller wants to know, not that nothing can be rolled back any more.
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
      // Several statements in one message have several results; only the begin is one.
      if (Array.isArray(result)) return { rows: [] };
      const isChange = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command);
      return { rows: result.rows, ...(isChange ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) };
    } catch (error) {
      // Also one that turns out read-only, or whose answer is late: what comes on it next would be that answer.
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

  /** The pool listens only while nobody uses the connection; an error that nobody listens to ends the process. */
  private readonly noteBroken = (): void => {
    this.isBroken = true;
  };

  release(): void {
    this.client.release(this.isBroken);
    if (!this.isBroken) this.client.off("error", this.noteBroken);
  }
}

/** Whole numbers, as SQLite gives them: bigint, and what count and sum make of it, come as text. */
function toNumber(text: string): number {
  const number = Number(text);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new Error("A number of the database is beyond 2^53");
  return number;
}

const bigint = 20;
const numeric = 1700;

/** Opens a pool; nothing is asked yet. `pg` is loaded here alone, so that a server with SQLite never has it in memory. */
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
    // A black hole answers nothing: only the client notices. Longer than any statement may take.
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
  // Between the pool's listener and ours nobody listens, and a server that dies then would end this process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return new Kysely<Database>({
    dialect: new LinnetDialect(pool, unhurried ? unhurriedBegin : begin, { place, onBroken }),
  });
}

/** Throws ConfigError where the database could not hold every text, or measure one: what is not UTF-8 has no emoji. */
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
