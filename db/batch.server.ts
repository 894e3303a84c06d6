// A list for SQLite as one JSON parameter: a statement stays the same, and prepared, however long its list is.
import { type RawBuilder, sql } from "kysely";
import { asParameter } from "./prepared.server";

/** `column` is one of `values`. Lists of rows: rows.server.ts. */
export const among = (column: string, values: readonly (string | number)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (select value from json_each(${asParameter(values)}))`;
