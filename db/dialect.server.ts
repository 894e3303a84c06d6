// Defines the interface that SQLite and Postgres implement; features use database.server.ts.
import type { Kysely, RawBuilder } from "kysely";
import type { Database } from "./schema";

export type Db = Kysely<Database>;

declare const within: unique symbol;
/** Handle inside `inTransaction`. Functions that must run in a transaction take this type. */
export type Transaction = Db & { readonly [within]: true };

/** Handle outside any transaction, because transactions can't be nested. */
export type Outside = Db & { readonly [within]?: never };

/** "int" holds whole numbers up to 2^53. */
export type ColumnType = "int" | "text";
export type Value = string | number | null;

export interface RowsTable {
  count: number;
  key: string;
  /** A table named "one" with the columns column1, column2, … */
  table(): RawBuilder<unknown>;
  parameters: unknown[];
}

/** "orphan": it refers to a missing row. */
export type FaultKind = "unique" | "orphan" | "conflict" | "busy" | "gone" | "storage";

export interface Dialect {
  readonly kind: "sqlite" | "postgres";
  listParameter(list: readonly unknown[]): unknown;
  among(column: string, list: unknown, type: ColumnType): RawBuilder<boolean>;
  /** The first rows of a list as a table; call again for the rest. */
  rowsTable(types: readonly ColumnType[], rows: readonly (readonly Value[])[]): RowsTable;
  inTransaction<T>(db: Db, body: (trx: Transaction) => Promise<T>): Promise<T>;
  commitTogether<T>(db: Db, write: (trx: Transaction) => Promise<T>): Promise<T>;
  skippingLocked(table: string): RawBuilder<unknown>;
  lockRows(trx: Transaction, table: keyof Database, ids: readonly (string | number)[]): Promise<void>;
  lockWord(trx: Transaction, word: string): Promise<void>;
  changesOf(db: Db): Promise<string | null>;
  faultOf(error: unknown): FaultKind | null;
}

/** Each dialect's adapter carries this, also within transactions. */
export interface CarriesDialect {
  readonly linnet: Dialect;
}

export function dialectOf(db: Db): Dialect {
  const { linnet } = db.getExecutor().adapter as unknown as Partial<CarriesDialect>;
  if (!linnet) throw new Error("This database was not opened by db/");
  return linnet;
}
