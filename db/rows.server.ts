// One statement for many rows: built once for each power of two of them, then only given their values.
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./schema";

type Value = string | number | null;

/** What one row brings; what it leaves out is null. */
export type Item<Column extends string> = { readonly [Name in Column]?: Value | undefined };

/** Beyond this SQLite gains nothing; below, a list is taken in its powers of two, so that few statements are kept. */
const maxColumns = 64;

/**
 * `build` is called with the columns of one row, and with the table of all of them to select from; it must bring no
 * values of its own. What it makes carries out, or asks, the same for each item of a list and answers all rows. A list
 * may take several statements: call it in a transaction.
 */
export function preparedRows<const Column extends string, Row = unknown>(
  columns: readonly Column[],
  build: (row: Record<Column, RawBuilder<Value>>, rows: RawBuilder<unknown>) => RawBuilder<Row>,
) {
  const row = Object.fromEntries(
    columns.map((column, n) => [column, sql.ref<Value>(`one.column${n + 1}`)]),
  ) as unknown as Record<Column, RawBuilder<Value>>;
  const kept = new Map<number, CompiledQuery<Row>>();

  const compile = (db: Kysely<Database>, count: number): CompiledQuery<Row> => {
    const places = sql`(${sql.join(columns.map(() => null))})`;
    const rows = sql`(values ${sql.join(Array.from({ length: count }, () => places))}) as one`;
    const compiled = build(row, rows).compile(db);
    if (compiled.parameters.length !== count * columns.length)
      throw new Error("A statement for many rows takes no values but theirs");
    kept.set(count, compiled);
    return compiled;
  };

  return async (db: Kysely<Database>, items: readonly Item<Column>[]): Promise<Row[]> => {
    const answers: Row[] = [];
    for (let from = 0; from < items.length;) {
      const count = Math.min(maxColumns, 2 ** Math.floor(Math.log2(items.length - from)));
      const query = kept.get(count) ?? compile(db, count);
      const parameters: Value[] = [];
      for (const item of items.slice(from, from + count))
        for (const column of columns) parameters.push(item[column] ?? null);
      const filled: CompiledQuery<Row> = { ...query, parameters };
      answers.push(...(await db.executeQuery(filled)).rows);
      from += count;
    }
    return answers;
  };
}
