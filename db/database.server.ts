// Gives features the database API: transactions, list parameters and error kinds.
import { type RawBuilder, sql } from "kysely";
import { type ColumnType, type Db, dialectOf, type FaultKind, type Outside, type Transaction } from "./dialect.server";

import * as postgres from "./postgres/faults.server";
import * as sqlite from "./sqlite/faults.server";

export type { Db, Outside, Transaction } from "./dialect.server";

/** Runs in the verb's own transaction with its result. Throwing rolls everything back. */
export type Also<Done> = (trx: Transaction, done: Done) => Promise<void>;

/**
 * Reads stay true only for what `body` has locked (locks.server.ts); SQLite has a single writer. `body` must use `trx`,
 * because `db` would wait for this transaction. It does no network calls and no logging, since others wait. It may run
 * again after a conflict.
 */
export const inTransaction = <T>(db: Outside, body: (trx: Transaction) => Promise<T>): Promise<T> =>
  dialectOf(db).inTransaction(db, body);

/** Shares a commit with other writes where that saves time; resolves once it is on disk. A failed write is undone alone. */
export const commitTogether = <T>(db: Outside, write: (trx: Transaction) => Promise<T>): Promise<T> =>
  dialectOf(db).commitTogether(db, write);

export const among = (
  db: Db,
  column: string,
  values: readonly (string | number)[],
  type: ColumnType = typeof values[0] === "string" ? "text" : "int",
): RawBuilder<boolean> => dialectOf(db).among(column, listParameter(db, values), type);

const listParameter = (db: Db, values: unknown): unknown =>
  Array.isArray(values) ? dialectOf(db).listParameter(values) : values;

export const skippingLocked = (db: Db, table: string): RawBuilder<unknown> => dialectOf(db).skippingLocked(table);

export const isAnswering = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );

/** Changes whenever a row is written; null if the database can't tell. */
export const changesOf = (db: Db): Promise<string | null> => dialectOf(db).changesOf(db);

export const storageFault = (error: unknown): string | null =>
  sqlite.storageFault(error) ?? postgres.storageFault(error);

export const isDatabaseAway = (error: unknown): boolean => postgres.isAway(error);

const isFault = (db: Db, error: unknown, kind: FaultKind): boolean => dialectOf(db).faultOf(error) === kind;

export const isUniqueViolation = (db: Db, error: unknown): boolean => isFault(db, error, "unique");

export const isOrphan = (db: Db, error: unknown): boolean => isFault(db, error, "orphan");
