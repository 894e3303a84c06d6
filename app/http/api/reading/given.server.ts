// Drops optional fields that are null or empty, since many clients send every field.
import { z } from "zod";

type Schema = z.core.$ZodType;

/** Removes optional null or empty fields at any depth. */
export function givenOf(schema: Schema | undefined, value: unknown): unknown {
  const shape = schema && shapeOf(schema, value);
  if (shape instanceof z.ZodArray && Array.isArray(value))
    return value.map((element) => givenOf(shape.element, element));
  if (!(shape instanceof z.ZodObject)) return value;
  const fields: Readonly<Record<string, Schema>> = shape.shape;
  const entries = Object.entries(value as object).flatMap(([name, one]: [string, unknown]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field && isLeftOut(field, one) ? [] : [[name, givenOf(field, one)] as const];
  });
  return Object.fromEntries(entries);
}

function isLeftOut(field: Schema, value: unknown): boolean {
  if (field._zod.optin === undefined) return false;
  return (value === null && !meansNull(field)) || (value === "" && !meansEmpty(field));
}

export const meansNull = (schema: Schema): boolean => layersOf(schema).some((layer) => layer instanceof z.ZodNullable);

export const meansEmpty = (schema: Schema): boolean =>
  layersOf(schema).some((layer) => layer instanceof z.ZodString && layer.minLength === 0);

function shapeOf(schema: Schema, value: unknown): Schema | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const kind = Array.isArray(value) ? z.ZodArray : z.ZodObject;
  const inner = layersOf(schema).at(-1);
  if (inner instanceof z.ZodUnion) return inner.options.map((option) => shapeOf(option, value)).find(Boolean);
  return inner instanceof kind ? inner : undefined;
}

function layersOf(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return [schema, ...layersOf(def.in)];
  return "innerType" in def ? [schema, ...layersOf(def.innerType)] : [schema];
}
