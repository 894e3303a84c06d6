// Queries that every page asks: built and compiled once, then only given their values.
import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Database } from "./schema";

type Handle = Kysely<Database>;

/** Stands in the compiled query where a value will. */
class Place {
  constructor(readonly name: string) {}
  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: the query is built once for all of them`);
  }
}

/**
 * `build` is called once, with a place instead of each value: it may hand them to Kysely, and must not look at them. No
 * null and no lists: those are other statements. What it makes answers the rows for the values of each call.
 */
export function prepared<Values extends { [Name in keyof Values]: string | number }, Row>(
  build: (db: Handle, values: Values) => Compilable<Row>,
) {
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Handle, values: Values): Promise<Row[]> => {
    compiled ??= build(db, places).compile();
    const parameters = compiled.parameters.map((one) =>
      one instanceof Place ? values[one.name as keyof Values] : one,
    );
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery(query)).rows;
  };
}
