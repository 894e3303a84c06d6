// Implements the SQLite dialect with lists as JSON, rows as values and one writer at a time.
import { type RawBuilder, sql } from "kysely";
import type { ColumnType, Db, Dialect, Transaction, Value } from "../dialect.server";
import { changesOf } from "./changes.server";
import { faultOf } from "./faults.server";
import { commitTogether } from "./group-commit.server";

/** SQLite gains nothing from more. Shorter lists are split into powers of two to keep statements few. */
const maxRows = 64;

const nothing = sql``;

export const sqliteDialect: Dialect = {
  kind: "sqlite",
  listParameter: (list) => JSON.stringify(list),
  among: (column, list) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`,
  rowsTable(types: readonly ColumnType[], rows: readonly (readonly Value[])[]) {
    const count = Math.min(maxRows, 2 ** Math.floor(Math.log2(rows.length)));
    return {
      count,
      key: `${count}`,
      parameters: inOneList(rows, count),
      table: () => valuesTable(types.length, count),
    };
  },
  inTransaction: <T>(db: Db, body: (trx: Transaction) => Promise<T>) =>
    db.transaction().execute((trx) => body(trx as unknown as Transaction)),
  commitTogether,
  skippingLocked: () => nothing,
  lockRows: () => Promise.resolve(),
  lockWord: () => Promise.resolve(),
  changesOf,
  faultOf,
};

function inOneList(rows: readonly (readonly Value[])[], count: number): Value[] {
  const values: Value[] = [];
  for (let n = 0; n < count; n += 1) for (const value of rows[n] ?? []) values.push(value);
  return values;
}

function valuesTable(columns: number, count: number): RawBuilder<unknown> {
  const row = sql`(${sql.join(Array.from({ length: columns }, () => null))})`;
  return sql`(values ${sql.join(Array.from({ length: count }, () => row))}) as one`;
}
