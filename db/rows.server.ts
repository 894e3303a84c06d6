// Runs one prepared statement for many rows.
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type ColumnType, type Db, dialectOf, type Value } from "./dialect.server";

export type Item<Column extends string> = { readonly [Name in Column]?: Value | undefined };

/** `build` must bring no values of its own. Large lists take several statements: call it in a transaction. */
export function preparedRows<const Column extends string, Row = unknown>(
  columns: Readonly<Record<Column, ColumnType>>,
  build: (row: Record<Column, RawBuilder<Value>>, rows: RawBuilder<unknown>) => RawBuilder<Row>,
) {
  const names = Object.keys(columns) as Column[];
  const types = names.map((name) => columns[name]);
  const row = Object.fromEntries(
    names.map((name, n) => [name, sql.ref<Value>(`one.column${n + 1}`)]),
  ) as unknown as Record<Column, RawBuilder<Value>>;
  const kept = new Map<string, CompiledQuery<Row>>();

  return async (db: Db, items: readonly Item<Column>[]): Promise<Row[]> => {
    const dialect = dialectOf(db);
    const answers: Row[] = [];
    let left = items.map((item) => names.map((name) => item[name] ?? null));
    while (left.length > 0) {
      const { key, table, parameters, count } = dialect.rowsTable(types, left);
      const text = `${dialect.kind} ${key}`;
      const query = kept.get(text) ?? build(row, table()).compile(db);
      if (query.parameters.length !== parameters.length)
        throw new Error("A statement for many rows takes no values but theirs");
      kept.set(text, query);
      const filled: CompiledQuery<Row> = { ...query, parameters };
      answers.push(...(await db.executeQuery(filled)).rows);
      left = left.slice(count);
    }
    return answers;
  };
}
