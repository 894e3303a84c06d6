// Schemas of the OpenAPI page as rows that people read: a field's name, what it may be, and what is said of it. Pure.

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

/** A piece of what a field may be: plain words, a value as it is typed, or the name of a shape that stands below. */
export interface Piece {
  kind: "words" | "value" | "shape";
  text: string;
}

export interface FieldRow {
  /** Dots lead into an object, brackets into a list. */
  name: string;
  /** Where it is sent; null in an answer. */
  place: string | null;
  isRequired: boolean;
  type: Piece[];
  words: string;
}

const words = (text: string): Piece => ({ kind: "words", text });
const value = (of: unknown): Piece => ({ kind: "value", text: typeof of === "string" ? of : JSON.stringify(of) });

/** The fields of an object, and those of the objects in it that have no name of their own. */
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

/** What is said of a field; of one that may be null it stands with what it is else. */
export const describe = (schema: Schema): string =>
  schema.description ?? optionsOf(schema).map(describe).find(Boolean) ?? "";

/** The nameless objects that a field may be, or be a list of. */
function inside(schema: Schema, path = ""): { object: Schema; path: string }[] {
  if (shapeOf(schema) !== null) return [];
  if (schema.properties) return [{ object: schema, path }];
  if (schema.items) return inside(schema.items, `${path}[]`);
  return optionsOf(schema).flatMap((one) => inside(one, path));
}

const optionsOf = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? [];

/** The name of a shape; null for what has none. */
const shapeOf = ({ $ref }: Schema): string | null => $ref?.split("/").at(-1) ?? null;

export function typeOf(schema: Schema): Piece[] {
  const { default: usual } = schema;
  const hasUsual = usual !== undefined && usual !== "" && !(Array.isArray(usual) && usual.length === 0);
  return hasUsual ? [...bareType(schema), words(", left out:"), value(usual)] : bareType(schema);
}

function bareType(schema: Schema): Piece[] {
  const shape = shapeOf(schema);
  if (shape === "Moment") return [words("moment")];
  if (shape !== null) return [{ kind: "shape", text: shape }];
  if (schema.const !== undefined) return [value(schema.const)];
  if (schema.enum)
    return [words("one of"), ...schema.enum.flatMap((one, n) => [...(n > 0 ? [words(",")] : []), value(one)])];
  const options = optionsOf(schema);
  const [first = {}] = options;
  if (schema.type === undefined && options.length > 0)
    return options.slice(1).reduce((all, one) => [...all, words("or"), ...bareType(one)], bareType(first));
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

/** What the objects of a nameless shape have stands in the rows below. */
function listOf({ items = {}, minItems, maxItems }: Schema): Piece[] {
  const of = items.properties ? [words("objects")] : bareType(items);
  const many = span(minItems, maxItems, "");
  return [words("list of"), ...of, ...(many ? [words(many)] : [])];
}

const formats: Record<string, string> = {
  "date-time": "moment, ISO 8601 with its offset",
  date: "day, such as 2026-11-19",
  uuid: "UUID",
  uri: "address",
  binary: "file",
};

function text({ format, minLength, maxLength, pattern }: Schema): Piece[] {
  const known = format && formats[format];
  if (known) return [words(known)];
  const length = span(minLength, maxLength, " characters");
  // A text that is not blank, and one of at least a character, are the same to whoever reads.
  if (pattern === undefined || pattern === String.raw`\S`) return [words(`text${length}`)];
  return [words(`text${length}, as`), value(pattern)];
}

/** What JavaScript can't count beyond is no limit to a reader. */
const isLimit = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function span(min: number | undefined, max: number | undefined, unit: string): string {
  const tell = (bound: number) => bound.toLocaleString("en-US");
  if (isLimit(min) && isLimit(max))
    return min === max ? `, ${tell(min)}${unit}` : `, ${tell(min)} to ${tell(max)}${unit}`;
  if (isLimit(max)) return `, at most ${tell(max)}${unit}`;
  return isLimit(min) && min > 0 ? `, at least ${tell(min)}${unit}` : "";
}
