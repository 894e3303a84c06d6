// Compiles frequent queries once per database kind and runs them with new values.
import {
  type CompiledQuery,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  ValueNode,
} from "kysely";
import { type Db, dialectOf } from "./dialect.server";

class Place {
  constructor(readonly name: string) {}
  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" has no value yet: the query is built once for all of them`);
  }
}

/**
 * If a partial index tests a bound value, SQLite parses the kept statement again at each binding (exprCompareVariable).
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

interface Built<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** `build` runs once with placeholders: it must not read the values. Values can't be null. */
export function prepared<Values extends { [Name in keyof Values]: string | number | readonly unknown[] }, Row>(
  build: (db: Db, values: Values) => Built<Row>,
) {
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;
  const kept = new Map<string, CompiledQuery<Row>>();
  return async (db: Db, values: Values): Promise<Row[]> => {
    const dialect = dialectOf(db);
    const compiled = kept.get(dialect.kind) ?? build(db.withPlugin(withConstants), places).compile(db);
    kept.set(dialect.kind, compiled);
    const valueOf = (parameter: unknown): unknown => {
      if (!(parameter instanceof Place)) return parameter;
      const value: unknown = values[parameter.name as keyof Values];
      return Array.isArray(value) ? dialect.listParameter(value) : value;
    };
    const query: CompiledQuery<Row> = { ...compiled, parameters: compiled.parameters.map(valueOf) };
    return (await db.executeQuery(query)).rows;
  };
}
