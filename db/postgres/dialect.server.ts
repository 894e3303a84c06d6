// Implements the Postgres dialect with array parameters, unnest, and row and advisory locks.
import { sql } from "kysely";
import type { ColumnType, Dialect, Value } from "../dialect.server";
import { faultOf } from "./faults.server";
import { commitTogether } from "./together.server";
import { inTransaction } from "./transaction.server";

const arrays: Record<ColumnType, string> = { int: "bigint[]", text: "text[]" };

export const postgresDialect: Dialect = {
  kind: "postgres",
  listParameter: (list) => list,
  among: (column, list, type) => sql<boolean>`${sql.ref(column)} = any(${list}::${sql.raw(arrays[type])})`,
  rowsTable(types, rows) {
    return {
      count: rows.length,
      key: "",
      parameters: types.map((_, n) => rows.map((row): Value => row[n] ?? null)),
      table: () => {
        const lists = types.map((type) => sql`${null}::${sql.raw(arrays[type])}`);
        const names = types.map((_, n) => sql.ref(`column${n + 1}`));
        return sql`unnest(${sql.join(lists)}) as one(${sql.join(names)})`;
      },
    };
  },
  inTransaction,
  commitTogether,
  skippingLocked: (table) => sql`for no key update of ${sql.ref(table)} skip locked`,
  async lockRows(trx, table, ids) {
    if (ids.length === 0) return;
    const type = typeof ids[0] === "string" ? "text" : "int";
    // Always in this order, or two transactions can deadlock.
    await sql`select id from ${sql.table(table)} where id = any(${ids}::${sql.raw(arrays[type])})
      order by id for no key update`.execute(trx);
  },
  async lockWord(trx, word) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`linnet ${word}`}, 0))`.execute(trx);
  },
  changesOf: () => Promise.resolve(null),
  faultOf,
};
