// Queries that are asked often: built and compiled once, then only given their values.
import type { CompiledQuery, Kysely } from "kysely";
import type { Database } from "./schema";

type Handle = Kysely<Database>;

/** Stands in the compiled query where a value will. */
class Place {
  constructor(readonly name: string) {}
  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: the query is built once for all of them`);
  }
}

/** A list goes to SQLite as JSON (batch.server.ts); a place stays one, until it has its value. */
export const asParameter = (value: unknown): unknown => (Array.isArray(value) ? JSON.stringify(value) : value);

/** Kysely's queries, and those of its `sql`. */
interface Built<Row> {
  compile(db: Handle): CompiledQuery<Row>;
}

/**
 * `build` is called once, with a place instead of each value: it may hand them to Kysely, or lists to `among`, and
 * must not look at them. No null: that is another statement. What it makes answers the rows for the values
 * of each call.
 */
export function prepared<Values extends { [Name in keyof Values]: string | number | readonly unknown[] }, Row>(
  build: (db: Handle, values: Values) => Built<Row>,
) {
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Handle, values: Values): Promise<Row[]> => {
    compiled ??= build(db, places).compile(db);
    const parameters = compiled.parameters.map((one) =>
      one instanceof Place ? asParameter(values[one.name as keyof Values]) : one,
    );
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery(query)).rows;
  };
}
