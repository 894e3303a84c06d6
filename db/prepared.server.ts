// Queries that are asked often: built and compiled once for each kind of database, then only given their values.
import {
  type CompiledQuery,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  ValueNode,
} from "kysely";
import { type Db, dialectOf } from "./dialect.server";

/** Stands in the compiled query where a value will. */
class Place {
  constructor(readonly name: string) {}
  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: the query is built once for all of them`);
  }
}

/**
 * What is the same in every call becomes part of the text. A value that a partial index has in its condition SQLite reads
 * before it chooses the index, and so reads a kept statement anew whenever such a value is set (exprCompareVariable in its
 * expr.c), which takes twenty times as long as carrying it out.
 */
class Constants extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    const { value } = node;
    return typeof value === "string" || (typeof value === "number" && value >= 0)
      ? ValueNode.createImmediate(value)
      : node;
  }
}

const constants = new Constants();
const withConstants = {
  transformQuery: ({ node }: PluginTransformQueryArgs) => constants.transformNode(node),
  transformResult: ({ result }: PluginTransformResultArgs) => Promise.resolve(result),
};

/** Kysely's queries, and those of its `sql`. */
interface Built<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/**
 * `build` is called once, with a place instead of each value: it may hand them to Kysely, or lists to `among`, and
 * must not look at them. No null: that is another statement. What it makes returns the rows for the values
 * of each call.
 */
export function prepared<Values extends { [Name in keyof Values]: string | number | readonly unknown[] }, Row>(
  build: (db: Db, values: Values) => Built<Row>,
) {
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;
  const kept = new Map<string, CompiledQuery<Row>>();
  return async (db: Db, values: Values): Promise<Row[]> => {
    const dialect = dialectOf(db);
    const compiled = kept.get(dialect.kind) ?? build(db.withPlugin(withConstants), places).compile(db);
    kept.set(dialect.kind, compiled);
    const valueOf = (one: unknown): unknown => {
      if (!(one instanceof Place)) return one;
      const value: unknown = values[one.name as keyof Values];
      return Array.isArray(value) ? dialect.listParameter(value) : value;
    };
    const query: CompiledQuery<Row> = { ...compiled, parameters: compiled.parameters.map(valueOf) };
    return (await db.executeQuery(query)).rows;
  };
}
