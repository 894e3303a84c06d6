// Turns OpenAPI schemas into rows of fields that people can read. Pure.

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  description?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Piece {
  kind: "words" | "value" | "shape";
  text: string;
}

export interface FieldRow {
  /** "a.b" is a field in an object, "a[]" an item of a list. */
  name: string;
  place: string | null;
  isRequired: boolean;
  type: Piece[];
  words: string;
}

const words = (text: string): Piece => ({ kind: "words", text });
const value = (value: unknown): Piece => ({
  kind: "value",
  text: typeof value === "string" ? value : JSON.stringify(value),
});

/** Includes the fields of nested objects that have no schema name. */
export function fieldsOf(schema: Schema, place: string | null = null, before = ""): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
    {
      name: before + name,
      place,
      isRequired: schema.required?.includes(name) ?? false,
      type: typeOf(one),
      words: describe(one),
    },
    ...inside(one).flatMap(({ object, path }) => fieldsOf(object, place, `${before}${name}${path}.`)),
  ]);
}

/** For a nullable field, the description is on its other option. */
export const describe = (schema: Schema): string =>
  schema.description ?? optionsOf(schema).map(describe).find(Boolean) ?? "";

function inside(schema: Schema, path = ""): { object: Schema; path: string }[] {
  if (shapeOf(schema) !== null) return [];
  if (schema.properties) return [{ object: schema, path }];
  if (schema.items) return inside(schema.items, `${path}[]`);
  return optionsOf(schema).flatMap((option) => inside(option, path));
}

const optionsOf = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? [];

const shapeOf = ({ $ref }: Schema): string | null => $ref?.split("/").at(-1) ?? null;

export function typeOf(schema: Schema): Piece[] {
  const { default: usual } = schema;
  const hasUsual = usual !== undefined && usual !== "" && !(Array.isArray(usual) && usual.length === 0);
  return hasUsual ? [...bareType(schema), words(", default:"), value(usual)] : bareType(schema);
}

function bareType(schema: Schema): Piece[] {
  const shape = shapeOf(schema);
  if (shape === "Moment") return [words("time")];
  if (shape !== null) return [{ kind: "shape", text: shape }];
  if (schema.const !== undefined) return [value(schema.const)];
  if (schema.enum)
    return [words("one of"), ...schema.enum.flatMap((member, n) => [...(n > 0 ? [words(",")] : []), value(member)])];
  const options = optionsOf(schema);
  const [first = {}] = options;
  if (schema.type === undefined && options.length > 0)
    return options.slice(1).reduce((all, option) => [...all, words("or"), ...bareType(option)], bareType(first));
  const kinds = [schema.type ?? []].flat();
  return kinds.flatMap((kind, n) => [...(n > 0 ? [words("or")] : []), ...ofKind(kind, schema)]);
}

function ofKind(kind: string, schema: Schema): Piece[] {
  switch (kind) {
    case "array":
      return listOf(schema);
    case "boolean":
      return [value(true), words("or"), value(false)];
    case "integer":
      return [words(`whole number${span(schema.minimum, schema.maximum, "")}`)];
    case "number":
      return [words(`number${span(schema.minimum, schema.maximum, "")}`)];
    case "string":
      return text(schema);
    default:
      return [words(kind)];
  }
}

function listOf({ items = {}, minItems, maxItems }: Schema): Piece[] {
  const of = items.properties ? [words("objects")] : bareType(items);
  const many = span(minItems, maxItems, "");
  return [words("list of"), ...of, ...(many ? [words(many)] : [])];
}

const formats: Record<string, string> = {
  "date-time": "time, ISO 8601 with an offset",
  date: "date, such as 2026-11-19",
  uuid: "UUID",
  uri: "URL",
  binary: "file",
};

function text({ format, minLength, maxLength, pattern }: Schema): Piece[] {
  const known = format && formats[format];
  if (known) return [words(known)];
  const length = span(minLength, maxLength, " characters");
  // "Not blank" and "at least one character" mean the same to a reader.
  if (pattern === undefined || pattern === String.raw`\S`) return [words(`text${length}`)];
  return [words(`text${length}, as`), value(pattern)];
}

/** A bound beyond JavaScript's safe integers is no real limit. */
const isLimit = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function span(min: number | undefined, max: number | undefined, unit: string): string {
  const tell = (bound: number) => bound.toLocaleString("en-US");
  if (isLimit(min) && isLimit(max))
    return min === max ? `, ${tell(min)}${unit}` : `, ${tell(min)} to ${tell(max)}${unit}`;
  if (isLimit(max)) return `, up to ${tell(max)}${unit}`;
  if (!isLimit(min) || min <= 0) return "";
  return min === 1 && unit !== "" ? ", not empty" : `, ${tell(min)}${unit} or more`;
}
