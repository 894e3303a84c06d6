// Reads the AI_ settings: a second live writer at any address of chat completions. Pure.
import { hostIn, isLiteral, placeOf } from "./addresses";
import { seconds } from "./time/duration";

const reasoningEfforts = ["none", "low", "medium", "high"] as const;

/** Millionths of a US dollar per million tokens. */
export interface TokenPrice {
  input: number;
  output: number;
}

export interface CompatibleSettings {
  /** Without a slash at its end: `/chat/completions` follows. */
  baseUrl: string;
  model: string;
  apiKey: string | null;
  /** Host and port: nothing else of the address is shown. */
  place: string;
  /** The host is this machine or in its own network. */
  isHome: boolean;
  price: TokenPrice | null;
  /** For one whole answer. */
  timeoutMs: number;
  /** How many tokens the model reads; null: no bound. */
  contextTokens: number | null;
  concurrency: number;
  reasoning: (typeof reasoningEfforts)[number] | null;
}

export const writerKinds = ["gemini", "compatible", "demo"] as const;
export type WriterKind = (typeof writerKinds)[number];

export interface AiSettings {
  /** A live writer at an address of chat completions. */
  compatible: CompatibleSettings | null;
  writer: WriterKind;
  /** The other live writer takes over if the first can't write. */
  fallback: boolean;
}

/** Each reads one variable of the environment and reports its faults. */
interface Readers {
  text(name: string): string | null;
  number(name: string, fallback: number, test: (n: number) => boolean, wants: string): number;
  choice<T extends string | null>(name: string, options: readonly T[], fallback: T): T;
}

type Fail = (name: string, reason: string) => null;

export function readAi({ text, number, choice }: Readers, hasGemini: boolean, fail: Fail): AiSettings {
  const optional = (name: string, min: number, max: number): number | null =>
    number(name, 0, (n) => Number.isInteger(n) && n >= min && n <= max, `a whole number from ${min} to ${max}`) || null;
  const input = {
    baseUrl: text("AI_BASE_URL"),
    model: text("AI_MODEL"),
    apiKey: text("AI_API_KEY"),
    price: text("AI_PRICE"),
    timeoutSeconds: optional("AI_TIMEOUT_SECONDS", 5, 600) ?? 60,
    contextTokens: optional("AI_CONTEXT", 2048, 2_000_000),
    concurrency: optional("AI_CONCURRENCY", 1, 16),
    reasoning: choice("AI_REASONING", reasoningEfforts, null),
  };
  const fallback = choice("AI_FALLBACK", ["on", "off"], "off") === "on";
  const writer = choice("AI_WRITER", writerKinds, null);
  const wish = { writer, hasGemini, hasCompatible: input.baseUrl !== null, fallback };
  return { compatible: readCompatible(input, fail), writer: readWriter(wish, fail), fallback };
}

type AiInput = Pick<CompatibleSettings, "apiKey" | "contextTokens" | "reasoning"> & {
  baseUrl: string | null;
  model: string | null;
  price: string | null;
  timeoutSeconds: number;
  concurrency: number | null;
};

const homeContext = 8192;

function readCompatible(input: AiInput, fail: Fail): CompatibleSettings | null {
  const { baseUrl, model, apiKey, price: priceText, reasoning } = input;
  const price = priceText === null ? null : readPrice(priceText, (reason) => fail("AI_PRICE", reason));
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey))
    fail("AI_API_KEY", "can only contain ASCII letters, digits and symbols");
  if (baseUrl === null) return null;
  if (model === null) fail("AI_MODEL", "is missing: AI_BASE_URL is set, so a model name is required");
  const address = readBaseUrl(baseUrl, (reason) => fail("AI_BASE_URL", reason));
  if (address === null || model === null) return null;
  return {
    ...address,
    model,
    apiKey,
    price,
    timeoutMs: seconds(input.timeoutSeconds),
    contextTokens: input.contextTokens ?? (address.isHome ? homeContext : null),
    concurrency: input.concurrency ?? (address.isHome ? 1 : 4),
    reasoning,
  };
}

type Address = Pick<CompatibleSettings, "baseUrl" | "place" | "isHome">;

/** The URL is left out of the faults: its path or user can hold a secret. */
function readBaseUrl(raw: string, fail: (reason: string) => null): Address | null {
  const url = URL.canParse(raw) ? new URL(raw) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return fail("must be a URL such as http://localhost:11434/v1 or https://openrouter.ai/api/v1");
  if (url.username || url.password) return fail("can't contain a user name or password: use AI_API_KEY");
  if (url.search || url.hash) return fail("can't contain ? or #");
  const path = withoutSlash(url.pathname);
  if (/\/(?:chat|completions|models)$/.test(path)) return fail("must end before /chat/completions, usually in /v1");
  const host = hostIn(url).toLowerCase().replace(/\.$/, "");
  if (isMetadata(host)) return fail("can't be a metadata, link-local or reserved address");
  const isHome = isAtHome(host);
  if (url.protocol === "http:" && !isHome) return fail("must use https: outside your own network");
  return { baseUrl: `${url.origin}${path}`, place: url.host, isHome };
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** The names that clouds give to the address of their metadata. */
const metadataNames = /^(?:metadata|instance-data)(?:\.|$)/;

const isMetadata = (host: string): boolean => (isLiteral(host) ? placeOf(host) === "closed" : metadataNames.test(host));

/** A name without a dot is a container's or a machine's in the own network. */
const isAtHome = (host: string): boolean =>
  isLiteral(host) ? placeOf(host) === "home" : !host.includes(".") || /\.(?:local|internal|localhost)$/.test(host);

/** US dollars for a million tokens; more is a typing mistake. */
const maxPrice = 1000;

function readPrice(raw: string, fail: (reason: string) => null): TokenPrice | null {
  const [input, output] = /^(\d{1,4}(?:\.\d{1,6})?)\/(\d{1,4}(?:\.\d{1,6})?)$/.exec(raw)?.slice(1).map(Number) ?? [];
  if (input === undefined || output === undefined || Math.max(input, output) > maxPrice)
    return fail(
      `must be US dollars per million tokens in and out, up to ${maxPrice} each, such as 0.15/0.60, not "${raw}"`,
    );
  return { input: Math.round(input * 1e6), output: Math.round(output * 1e6) };
}

interface Chosen {
  writer: WriterKind | null;
  hasGemini: boolean;
  hasCompatible: boolean;
  fallback: boolean;
}

/** Gemini if it has a key, else the address if there is one, else the demo writer. */
function readWriter({ writer, hasGemini, hasCompatible, fallback }: Chosen, fail: Fail): WriterKind {
  if (writer === "gemini" && !hasGemini) fail("AI_WRITER", "is gemini, but GEMINI_API_KEY is missing");
  if (writer === "compatible" && !hasCompatible) fail("AI_WRITER", "is compatible, but AI_BASE_URL is missing");
  if (fallback && !(hasGemini && hasCompatible))
    fail("AI_FALLBACK", "is on, but needs both GEMINI_API_KEY and AI_BASE_URL");
  if (fallback && writer === "demo") fail("AI_FALLBACK", "is on, but AI_WRITER is demo");
  return writer ?? (hasGemini ? "gemini" : hasCompatible ? "compatible" : "demo");
}
