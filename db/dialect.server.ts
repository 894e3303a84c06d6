// What two databases say differently: one object of each, found by the handle. Features see database.server.ts alone.
import type { Kysely, RawBuilder } from "kysely";
import type { Database } from "./schema";

/** A handle: the database itself, or a transaction of it. */
export type Db = Kysely<Database>;

declare const within: unique symbol;
/** A handle inside `inTransaction`: what must be decided there asks for this type. */
export type Transaction = Db & { readonly [within]: true };

/** A handle outside any transaction: there is none within another. */
export type Outside = Db & { readonly [within]?: never };

/** Writes all of the items and returns a result for each, in their order. */
export type WriteAll<Item, Result> = (trx: Transaction, items: Item[]) => Promise<Result[]>;

/** What a column of a list of rows holds: whole numbers up to 2^53, or text. */
export type ColumnType = "int" | "text";
export type Value = string | number | null;

/** One statement's share of a list of rows. */
export interface RowsTable {
  /** How many of the rows this statement takes. */
  count: number;
  /** Statements with the same key are the same text. */
  key: string;
  /** The rows as a table named "one", whose columns are column1, column2, … */
  table(): RawBuilder<unknown>;
  parameters: unknown[];
}

/** Why a statement failed, as far as anybody decides by it. An orphan refers to a row that is not there. */
export type FaultKind = "unique" | "orphan" | "conflict" | "busy" | "gone" | "storage";

export interface Dialect {
  readonly kind: "sqlite" | "postgres";
  /** A list as the one parameter that it is in a statement. */
  listParameter(list: readonly unknown[]): unknown;
  among(column: string, list: unknown, type: ColumnType): RawBuilder<boolean>;
  /** The first rows of a list as a table; called again for what is left. */
  rowsTable(types: readonly ColumnType[], rows: readonly (readonly Value[])[]): RowsTable;
  inTransaction<T>(db: Db, body: (trx: Transaction) => Promise<T>): Promise<T>;
  commitAlike<Item, Result>(db: Db, write: WriteAll<Item, Result>, item: Item): Promise<Result>;
  /** Ends a select of rows that are to be claimed: those that another transaction has locked are left out. */
  skippingLocked(table: string): RawBuilder<unknown>;
  /** Locks rows until the transaction ends; `where` names them. Where one writer works at a time nothing is to do. */
  lockRows(trx: Transaction, table: keyof Database, ids: readonly (string | number)[]): Promise<void>;
  /** Locks a word that all nodes know. */
  lockWord(trx: Transaction, word: string): Promise<void>;
  /** Differs from an earlier answer if a row was written in between; null where the database can't tell. */
  changesOf(db: Db): Promise<string | null>;
  faultOf(error: unknown): FaultKind | null;
}

/** Each of our Kysely dialects hands out an adapter that carries this; transactions have their database's adapter. */
export interface CarriesDialect {
  readonly linnet: Dialect;
}

/** The dialect of a handle. */
export function dialectOf(db: Db): Dialect {
  const { linnet } = db.getExecutor().adapter as unknown as Partial<CarriesDialect>;
  if (!linnet) throw new Error("This database was not opened by db/");
  return linnet;
}
