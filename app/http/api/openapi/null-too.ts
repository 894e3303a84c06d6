// Lets OpenAPI's optional body fields be null, which the server reads as absent.
import type { oas31 } from "zod-openapi";

type Shape = oas31.SchemaObject | oas31.ReferenceObject;

export function withNull(schema: Shape): Shape {
  if ("$ref" in schema) return schema;
  const { properties, required = [], items, anyOf } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const inner = withNull(field as Shape);
    return [name, required.includes(name) ? inner : orNull(inner)] as const;
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: withNull(items as Shape) }),
    ...(anyOf && { anyOf: anyOf.map((option) => withNull(option as Shape)) }),
  } as Shape;
}

function orNull(schema: Shape): Shape {
  const { type, enum: all, const: only, anyOf } = schema as oas31.SchemaObject;
  if (anyOf?.some((option) => (option as oas31.SchemaObject).type === "null")) return schema;
  if (anyOf) return { ...schema, anyOf: [...anyOf, { type: "null" }] } as Shape;
  if (type === undefined || all !== undefined || only !== undefined)
    return { anyOf: [schema, { type: "null" }] } as Shape;
  return { ...schema, type: [...new Set([type, "null" as const].flat())] } as Shape;
}
