// Lists for SQLite as one JSON parameter: a statement stays the same, and prepared, however long its list is.
import { type RawBuilder, sql } from "kysely";
import { asParameter } from "./prepared.server";

/** `column` is one of `values`. */
export const among = (column: string, values: readonly (string | number)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (select value from json_each(${asParameter(values)}))`;

/** A table `one` of the items; `field` reads from it. Items hold nothing but texts, whole numbers and null. */
export const eachOf = (items: readonly object[]): RawBuilder<unknown> => sql`jsonb_each(${asParameter(items)}) as one`;

/** One field of an item, "change.state" as well; null where the item hasn't got it. */
export const field = (path: string): RawBuilder<unknown> => sql`one.value ->> ${sql.lit(`$.${path}`)}`;
