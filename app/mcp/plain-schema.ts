// What a tool takes, as a schema that every host can bear: it hands the schemas of all tools to its model's API, and Anthropic's,
// OpenAI's and Google's each refuse the whole request for one word that they don't know. So only what all three take is said: one
// type, a description, properties, required, items, an enum of texts, bounds of numbers and lists. The rest is judged, and told
// in words, where an argument is read.

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

/** JSON Schema of 2020-12, as far as it is read here. */
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
  /** What `$ref` leads to, by its name. */
  components: Record<string, FullSchema>;
  /** What is said of an argument whose schema says nothing. */
  words: Record<string, string>;
}

/**
 * Of alternatives the first is told that isn't null: what may be null may be left out. Throws where a schema has no type
 * that can be told.
 */
export function plainOf(schema: FullSchema, told: Known, name = ""): PlainSchema {
  const one = singled(schema, told);
  const type = typeOf(one, name);
  const description = [one.description ?? told.words[name], one.format === "date-time" ? moment : undefined];
  return {
    type,
    ...given("description", description.filter(Boolean).join(" ") || undefined),
    ...(type === "object" && {
      properties: Object.fromEntries(
        Object.entries(one.properties ?? {}).map(([key, value]) => [key, plainOf(value, told, key)]),
      ),
      ...given("required", one.required && [...one.required]),
    }),
    ...(type === "array" && { items: plainOf(one.items ?? { type: "string" }, told, `${name}[]`) }),
    ...(type === "array" && { ...given("minItems", one.minItems), ...given("maxItems", one.maxItems) }),
    ...(type === "string" && given("enum", choices(one))),
    ...((type === "integer" || type === "number") && boundsOf(one)),
  };
}

const moment = "ISO 8601 with an offset, such as 2026-11-27T09:00:00+01:00.";

const given = <Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };

function singled(schema: FullSchema, told: Known): FullSchema {
  const { $ref, anyOf, oneOf, ...own } = schema;
  const among = anyOf ?? oneOf;
  const [first] = (among ?? []).filter(({ type }) => type !== "null");
  const inside = $ref === undefined ? first : told.components[$ref.slice($ref.lastIndexOf("/") + 1)];
  return inside ? { ...singled(inside, told), ...own } : schema;
}

const types: readonly string[] = ["object", "array", "string", "integer", "number", "boolean"];

function typeOf({ type, const: only }: FullSchema, name: string): PlainSchema["type"] {
  const told = [type].flat().find((one) => one !== "null") ?? (only === undefined ? undefined : typeof only);
  if (told === undefined || !types.includes(told)) throw new Error(`No type can be told of ${name || "a schema"}`);
  return told as PlainSchema["type"];
}

/** Google's takes texts alone. */
function choices({ const: only, enum: all }: FullSchema): string[] | undefined {
  const texts = (all ?? [only]).filter((one) => typeof one === "string");
  return texts.length > 0 ? texts : undefined;
}

/** Ends that lie beyond every number that JSON can carry say nothing. */
function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FullSchema) {
  const lowest = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const highest = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  return {
    ...(lowest !== undefined && lowest > Number.MIN_SAFE_INTEGER && { minimum: lowest }),
    ...(highest !== undefined && highest < Number.MAX_SAFE_INTEGER && { maximum: highest }),
  };
}
