// Decides which parts of a question a server is sent, and learns from refusals what it can't read. Pure.
import type { CompatibleSettings } from "~/ground/config-ai";
import type { JsonSchema, Question } from "../live/provider";
import type { ServerError } from "./server-error";

/** The parts that this process still sends to its server. */
export interface Dialect {
  format: "schema" | "object" | "text";
  usage: boolean;
  store: boolean;
  reasoning: boolean;
  /** OpenRouter's own fields. */
  privacy: boolean;
  web: boolean;
}

type Field = keyof Dialect;

export const isOpenRouter = ({ baseUrl }: Pick<CompatibleSettings, "baseUrl">): boolean =>
  isHost(baseUrl, "openrouter.ai");

const isHost = (baseUrl: string, name: string): boolean => {
  const { hostname } = new URL(baseUrl);
  return hostname === name || hostname.endsWith(`.${name}`);
};

export const firstDialect = (settings: Pick<CompatibleSettings, "baseUrl" | "reasoning">): Dialect => ({
  format: "schema",
  usage: true,
  store: isHost(settings.baseUrl, "openai.com"),
  reasoning: settings.reasoning !== null,
  privacy: isOpenRouter(settings),
  web: isOpenRouter(settings),
});

/** No sampling parameters. No token cap: thinking counts against it, which cuts off the JSON. */
export function bodyOf(
  { rules, prompt, shape, search }: Question,
  { model, reasoning }: Pick<CompatibleSettings, "model" | "reasoning">,
  dialect: Dialect,
): Record<string, unknown> {
  return {
    model,
    messages: [
      { role: "system", content: shape === null ? rules : `${rules}\n\n${jsonRule(shape, dialect.format)}` },
      { role: "user", content: prompt },
    ],
    stream: true,
    ...(dialect.usage && { stream_options: { include_usage: true } }),
    ...(shape !== null && formatOf(shape, dialect.format)),
    ...(dialect.store && { store: false }),
    ...(dialect.reasoning && reasoning !== null && { reasoning_effort: reasoning }),
    ...(dialect.privacy && { provider: { data_collection: "deny" } }),
    ...(dialect.web && search && { plugins: [{ id: "web" }] }),
  };
}

/** Groq, DeepSeek and OpenAI demand the word JSON for `json_object`. Without a schema, the shape has to be in words. */
const jsonRule = (shape: JsonSchema, format: Dialect["format"]): string =>
  format === "schema"
    ? "Answer with JSON only."
    : `Answer with JSON only, without a word before or after it. It must fit this JSON Schema: ${JSON.stringify(strict(shape))}`;

function formatOf(shape: JsonSchema, format: Dialect["format"]): Record<string, unknown> {
  if (format === "text") return {};
  if (format === "object") return { response_format: { type: "json_object" } };
  return {
    response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema: strict(shape) } },
  };
}

/** Strict mode wants every property required, and no others. */
function strict(shape: JsonSchema): Record<string, unknown> {
  const { properties, items, required: _required, ...rest } = shape;
  if (properties !== undefined)
    return {
      ...rest,
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, strict(value)])),
      required: Object.keys(properties),
      additionalProperties: false,
    };
  return items === undefined ? { ...rest } : { ...rest, items: strict(items) };
}

const names: readonly [Field, RegExp][] = [
  ["format", /response[_ ]format|json_schema|json_object|json schema|structured output|grammar/i],
  ["usage", /stream_options|include_usage/i],
  ["store", /(?:^|[^\w])store(?![\w-])/i],
  ["reasoning", /reasoning[_ ]?effort|\breasoning\b/i],
  ["privacy", /data_collection|['"`]provider['"`]|^provider:/i],
  ["web", /\bplugins?\b/i],
];

const jsonOrText = /must be ['"`]?json_schema['"`]? or ['"`]?text/i;

const wasSent = (dialect: Dialect, question: Question, field: Field): boolean => {
  if (field === "format") return question.shape !== null && dialect.format !== "text";
  return dialect[field] && (field !== "web" || question.search);
};

/** Every named part goes in one step. Returns null if the refusal names no part that was sent. */
export function learnNamed(dialect: Dialect, question: Question, { words, param }: ServerError): Dialect | null {
  const text = param === null ? words : `${param}: ${words}`;
  const named = names.filter(([field, name]) => wasSent(dialect, question, field) && name.test(text));
  if (named.length === 0) return null;
  return named.reduce<Dialect>((next, [field]) => without(next, field, jsonOrText.test(text)), dialect);
}

function without(dialect: Dialect, field: Field, isText: boolean): Dialect {
  if (field !== "format") return { ...dialect, [field]: false };
  return { ...dialect, format: isText ? "text" : weakerFormat(dialect.format) };
}

const weakerFormat = (format: Dialect["format"]): Dialect["format"] => (format === "schema" ? "object" : "text");

/** For a refusal that names nothing: one format weaker. Returns null at the end. */
export const learnUnnamed = (dialect: Dialect, question: Question): Dialect | null =>
  question.shape === null || dialect.format === "text" ? null : { ...dialect, format: weakerFormat(dialect.format) };

/** Every server reads this. OpenRouter's privacy stays until a refusal names it. */
export const plainest = (dialect: Dialect): Dialect => ({
  ...dialect,
  format: "text",
  usage: false,
  store: false,
  reasoning: false,
});
