// Reduces tool schemas to the JSON Schema keywords that all model APIs accept.
// Anthropic's, OpenAI's and Google's APIs each refuse a whole request for one unknown keyword.

export interface PlainSchema {
  type: "object" | "array" | "string" | "integer" | "number" | "boolean";
  description?: string;
  properties?: Record<string, PlainSchema>;
  required?: string[];
  items?: PlainSchema;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

export interface FullSchema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly FullSchema[];
  oneOf?: readonly FullSchema[];
  properties?: Record<string, FullSchema>;
  required?: readonly string[];
  items?: FullSchema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
}

interface Known {
  components: Record<string, FullSchema>;
  words: Record<string, string>;
}

/** Uses the first alternative that isn't null. Throws if a schema has no usable type. */
export function plainOf(schema: FullSchema, known: Known, name = ""): PlainSchema {
  const one = singled(schema, known);
  const type = typeOf(one, name);
  const description = [one.description ?? known.words[name], one.format === "date-time" ? moment : undefined];
  return {
    type,
    ...given("description", description.filter(Boolean).join(" ") || undefined),
    ...(type === "object" && {
      properties: Object.fromEntries(
        Object.entries(one.properties ?? {}).map(([key, value]) => [key, plainOf(value, known, key)]),
      ),
      ...given("required", one.required && [...one.required]),
    }),
    ...(type === "array" && { items: plainOf(one.items ?? { type: "string" }, known, `${name}[]`) }),
    ...(type === "array" && { ...given("minItems", one.minItems), ...given("maxItems", one.maxItems) }),
    ...(type === "string" && given("enum", choices(one))),
    ...((type === "integer" || type === "number") && boundsOf(one)),
  };
}

const moment = "ISO 8601 with an offset, such as 2026-11-27T09:00:00+01:00.";

const given = <Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };

function singled(schema: FullSchema, known: Known): FullSchema {
  const { $ref, anyOf, oneOf, ...own } = schema;
  const among = anyOf ?? oneOf;
  const [first] = (among ?? []).filter(({ type }) => type !== "null");
  const inside = $ref === undefined ? first : known.components[$ref.slice($ref.lastIndexOf("/") + 1)];
  return inside ? { ...singled(inside, known), ...own } : schema;
}

const types: readonly string[] = ["object", "array", "string", "integer", "number", "boolean"];

function typeOf({ type, const: only }: FullSchema, name: string): PlainSchema["type"] {
  const told = [type].flat().find((kind) => kind !== "null") ?? (only === undefined ? undefined : typeof only);
  if (told === undefined || !types.includes(told)) throw new Error(`No type can be told of ${name || "a schema"}`);
  return told as PlainSchema["type"];
}

function choices({ const: only, enum: all }: FullSchema): string[] | undefined {
  const texts = (all ?? [only]).filter((value) => typeof value === "string");
  return texts.length > 0 ? texts : undefined;
}

/** Omits limits beyond the numbers that JSON can carry. */
function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FullSchema) {
  const lowest = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const highest = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  return {
    ...(lowest !== undefined && lowest > Number.MIN_SAFE_INTEGER && { minimum: lowest }),
    ...(highest !== undefined && highest < Number.MAX_SAFE_INTEGER && { maximum: highest }),
  };
}
