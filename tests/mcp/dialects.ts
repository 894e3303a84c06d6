// What the APIs of the three great models take as the schema of a tool: each rule with where it is written or was seen, and a tool
// that breaks it. A host hands the schemas of all tools over as they are, and one fault refuses the whole request.
export interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: object;
}

export type Schema = { [keyword: string]: unknown };

export interface Rule {
  of: "Anthropic" | "OpenAI" | "Gemini" | "Linnet";
  says: string;
  source: string;
  /** Where the tool breaks it. */
  find(tool: ListedTool): string[];
  /** Breaks this one. */
  planted: Partial<ListedTool>;
}

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const withField = (field: Schema, more: Schema = {}): Partial<ListedTool> => ({
  inputSchema: object({ field: { description: "A field", ...field } }, more),
});

/** The schema and all within it, each with its place. */
export function* schemasIn(schema: Schema, at = "#"): Generator<[string, Schema]> {
  yield [at, schema];
  for (const [name, inside] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>))
    yield* schemasIn(inside, `${at}/${name}`);
  if (schema["items"]) yield* schemasIn(schema["items"] as Schema, `${at}[]`);
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const [index, inside] of ((schema[keyword] ?? []) as Schema[]).entries())
      yield* schemasIn(inside, `${at}/${keyword}/${index}`);
}

const everywhere =
  (isWrong: (schema: Schema, at: string) => boolean) =>
  ({ inputSchema }: ListedTool): string[] =>
    [...schemasIn(inputSchema as Schema)].filter(([at, schema]) => isWrong(schema, at)).map(([at]) => at);

const atRoot = (isWrong: (schema: Schema) => boolean) => everywhere((schema, at) => at === "#" && isWrong(schema));

const has = (schema: Schema, ...keywords: string[]): boolean => keywords.some((one) => Object.hasOwn(schema, one));

const named =
  (pattern: RegExp) =>
  ({ name }: ListedTool): string[] =>
    pattern.test(name) ? [] : [name];

const combinators = ["allOf", "anyOf", "oneOf"];
const geminiTypes = ["object", "array", "string", "integer", "number", "boolean"];
/** https://ai.google.dev/api/caching#Schema, of 2026-11. */
const geminiFields = [
  ...["type", "format", "title", "description", "nullable", "enum", "maxItems", "minItems", "properties", "required"],
  ...["minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf", "propertyOrdering"],
  ...["default", "items", "minimum", "maximum"],
];

const anthropic: Omit<Rule, "of">[] = [
  {
    says: "The root is an object",
    source: "docs.claude.com, Messages API, tools[].input_schema.type",
    find: atRoot(({ type }) => type !== "object"),
    planted: { inputSchema: { type: "string" } },
  },
  {
    says: "No combinator at the root",
    source:
      '"input_schema does not support oneOf, allOf, or anyOf at the top level": anthropics/claude-code#657, #95504',
    find: atRoot((schema) => has(schema, ...combinators)),
    planted: withField({ type: "string" }, { allOf: [{ required: ["field"] }] }),
  },
  {
    says: "Names of properties",
    source: "\"Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'\": anthropics/claude-code#79418",
    find: everywhere((schema) =>
      Object.keys((schema["properties"] ?? {}) as Schema).some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
    ),
    planted: { inputSchema: object({ "filter[id]": { type: "string", description: "A filter" } }) },
  },
  {
    says: "Names of tools",
    source: "docs.claude.com, tool use: ^[a-zA-Z0-9_-]{1,64}$",
    find: named(/^[a-zA-Z0-9_-]{1,64}$/),
    planted: { name: "a tool" },
  },
];

const openAi: Omit<Rule, "of">[] = [
  {
    says: "The root is a plain object",
    source:
      "\"schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level\": langchain-ai/langchainjs#9804",
    find: atRoot((schema) => schema["type"] !== "object" || has(schema, ...combinators, "enum", "not")),
    planted: withField({ type: "string" }, { not: { required: ["field"] } }),
  },
  {
    says: "No allOf, oneOf, not or conditions anywhere, which strict functions refuse",
    source:
      "\"In context=('properties', 'data'), 'allOf' is not permitted\": makenotion/notion-mcp-server#102; platform.openai.com, Structured outputs, Supported schemas",
    find: everywhere((schema) =>
      has(
        schema,
        "allOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "dependentRequired",
        "dependentSchemas",
        "patternProperties",
      ),
    ),
    planted: withField({ type: "string", oneOf: [{ type: "string" }] }),
  },
  {
    says: "A list says what is in it",
    source: '"array schema missing items": platform.openai.com, error invalid_function_parameters',
    find: everywhere((schema) => schema["type"] === "array" && !has(schema, "items")),
    planted: withField({ type: "array" }),
  },
  {
    says: "What is required is there, which a host that makes it strict relies on",
    source: "platform.openai.com, Function calling, Strict mode: all of properties are required, no others are",
    find: everywhere((schema) =>
      ((schema["required"] ?? []) as string[]).some((name) => !has((schema["properties"] ?? {}) as Schema, name)),
    ),
    planted: withField({ type: "string" }, { required: ["another"] }),
  },
  {
    says: "Names of tools",
    source: "platform.openai.com, FunctionObject.name: a-z, A-Z, 0-9, underscores and dashes, at most 64",
    find: named(/^[a-zA-Z0-9_-]{1,64}$/),
    planted: { name: "tool.of.mine" },
  },
  {
    says: "A description has at most 1,024 characters",
    source:
      'platform.openai.com: "string too long. Expected a string with maximum length 1024" at tools[].function.description',
    find: ({ description = "" }) => (description.length > 1024 ? ["description"] : []),
    planted: { description: "x".repeat(1025) },
  },
];

const gemini: Omit<Rule, "of">[] = [
  {
    says: "One type, and none of null",
    source:
      '"Proto field is not repeating, cannot start list": n8n-io/n8n#15553, taylorwilsdon/google_workspace_mcp#1099',
    find: everywhere(({ type }) => typeof type !== "string" || !geminiTypes.includes(type)),
    planted: withField({ type: ["string", "null"] }),
  },
  {
    says: "No alternative that is null or has no type of its own",
    source: "any_of[].type is null or a list: zereight/gitlab-mcp#166, zed-industries/zed#53919",
    find: everywhere((schema) =>
      ((schema["anyOf"] ?? []) as Schema[]).some(({ type }) => typeof type !== "string" || !geminiTypes.includes(type)),
    ),
    planted: withField({ type: "string", anyOf: [{ type: "string" }, { type: "null" }] }),
  },
  {
    says: "No word that its schema doesn't have: const, $ref, additionalProperties, exclusiveMinimum …",
    source:
      '"Unknown name \\"exclusiveMinimum\\" … Cannot find field": hideya/langchain-mcp-tools-ts#36; ai.google.dev/api/caching#Schema',
    find: everywhere((schema) => Object.keys(schema).some((keyword) => !geminiFields.includes(keyword))),
    planted: withField({ type: "string", const: "random" }),
  },
  {
    says: "An enum is of texts",
    source: '"enum: only allowed for STRING type": diegosouzapw/OmniRoute#760, weave-os/router#65',
    find: everywhere(
      (schema) =>
        has(schema, "enum") &&
        (schema["type"] !== "string" || (schema["enum"] as unknown[]).some((one) => typeof one !== "string" || !one)),
    ),
    planted: withField({ type: "integer", enum: [1, 2] }),
  },
  {
    says: "Formats",
    source: "\"only 'enum' and 'date-time' are supported for STRING type\": hideya/langchain-mcp-tools-ts#36",
    find: everywhere(
      ({ type, format }) =>
        format !== undefined && !(type === "string" && ["enum", "date-time"].includes(String(format))),
    ),
    planted: withField({ type: "string", format: "uuid" }),
  },
  {
    says: "A list says what is in it",
    source: '"items: missing field": ai.google.dev, GenerateContentRequest.tools[].function_declarations[].parameters',
    find: everywhere((schema) => schema["type"] === "array" && !has((schema["items"] ?? {}) as Schema, "type")),
    planted: withField({ type: "array", items: {} }),
  },
  {
    says: "What is required is there",
    source: '"required[0]: property is not defined": ai.google.dev, function_declarations[].parameters.required',
    find: everywhere((schema) =>
      ((schema["required"] ?? []) as string[]).some((name) => !has((schema["properties"] ?? {}) as Schema, name)),
    ),
    planted: { inputSchema: object({}, { required: ["field"] }) },
  },
  {
    says: "Names of tools",
    source:
      "ai.google.dev, FunctionDeclaration.name: begins with a letter or _, then letters, digits, _ . : -, at most 64",
    find: named(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/),
    planted: { name: "1st_tool" },
  },
];

const linnet: Omit<Rule, "of">[] = [
  {
    says: "Every argument is described",
    source: "docs/agents.md: what the plain schema leaves out is told in words",
    find: everywhere((schema, at) => at !== "#" && !at.endsWith("[]") && !schema["description"]),
    planted: { inputSchema: object({ field: { type: "string" } }) },
  },
  {
    says: "No default, which some hosts send and some refuse",
    source: "Linnet reads what is left out by its own rules",
    find: everywhere((schema) => has(schema, "default")),
    planted: withField({ type: "string", default: "-id" }),
  },
];

const of = (who: Rule["of"], rules: Omit<Rule, "of">[]): Rule[] => rules.map((rule) => ({ of: who, ...rule }));

export const rules: readonly Rule[] = [
  ...of("Anthropic", anthropic),
  ...of("OpenAI", openAi),
  ...of("Gemini", gemini),
  ...of("Linnet", linnet),
];
