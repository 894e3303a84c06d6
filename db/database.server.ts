// The database's door: all that features see of it. Which database it is, and what that one needs, stays behind it.
import { type RawBuilder, sql } from "kysely";
import {
  type ColumnType,
  type Db,
  dialectOf,
  type FaultKind,
  type Outside,
  type Transaction,
  type WriteAll,
} from "./dialect.server";

import * as postgres from "./postgres/faults.server";
import * as sqlite from "./sqlite/faults.server";

export type { Db, Outside, Transaction, WriteAll } from "./dialect.server";

/** What a verb is handed to run in its own transaction, with what came of it. What it throws undoes all. */
export type Also<Done> = (trx: Transaction, done: Done) => Promise<void>;

/**
 * Runs `body` in a transaction: its writes are kept all or none. What it decides by stays true until then as far as it has
 * locked it (locks.server.ts); SQLite has one writer, so there everything does. It uses the handle that it is given; the
 * one outside would wait for this very transaction to end. No network, no log line and no clock of its own inside:
 * everybody else waits meanwhile, and `body` runs again where the database asks for that.
 */
export const inTransaction = <T>(db: Outside, body: (trx: Transaction) => Promise<T>): Promise<T> =>
  dialectOf(db).inTransaction(db, body);

/**
 * Runs `write` in a transaction that other writes may share; resolves once it is on disk. Each write stands for itself:
 * one that throws is undone alone, and only its own caller is told.
 */
export const commitTogether = <T>(db: Outside, write: (trx: Transaction) => Promise<T>): Promise<T> =>
  commitAlike(db, async (trx) => [await write(trx)], undefined);

/**
 * The same for writes that are alike: those of one `write` that are ready together are handed to it at once. Where that
 * throws, it is undone and called for each of them alone.
 */
export const commitAlike = <Item, Result>(db: Outside, write: WriteAll<Item, Result>, item: Item): Promise<Result> =>
  dialectOf(db).commitAlike(db, write, item);

/** `column` is one of `values`, as one parameter: the statement is the same for any number. Rows: rows.server.ts. */
export const among = (
  db: Db,
  column: string,
  values: readonly (string | number)[],
  type: ColumnType = typeof values[0] === "string" ? "text" : "int",
): RawBuilder<boolean> => dialectOf(db).among(column, listParameter(db, values), type);

/** A list as a parameter; what stands for a list until its values come (prepared.server.ts) is left as it is. */
const listParameter = (db: Db, values: unknown): unknown =>
  Array.isArray(values) ? dialectOf(db).listParameter(values) : values;

/** Stands at the end of a select of rows to be claimed: those that another node is claiming are left out. */
export const skippingLocked = (db: Db, table: string): RawBuilder<unknown> => dialectOf(db).skippingLocked(table);

/** Whether the database answers at all. */
export const isAnswering = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );

/** Differs from an earlier answer if a row was written in between; null where that can't be known. One short question. */
export const changesOf = (db: Db): Promise<string | null> => dialectOf(db).changesOf(db);

/** A sentence for people where the storage fails, or null where the error is another. */
export const storageFault = (error: unknown): string | null =>
  sqlite.storageFault(error) ?? postgres.storageFault(error);

/** Whether a database of its own can't be reached just now, or is too busy. */
export const isDatabaseAway = (error: unknown): boolean => postgres.isAway(error);

const isFault = (db: Db, error: unknown, kind: FaultKind): boolean => dialectOf(db).faultOf(error) === kind;

/** A row like it is there already. */
export const isUniqueViolation = (db: Db, error: unknown): boolean => isFault(db, error, "unique");

/** What the row refers to is not there, or not any more. */
export const isOrphan = (db: Db, error: unknown): boolean => isFault(db, error, "orphan");
