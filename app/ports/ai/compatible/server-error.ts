// Reads the error bodies of servers of chat completions: one shape for a dozen. Pure.
import { isObject, type Json, parsed } from "./json";

export interface ServerError {
  /** The server's words, plain and short; empty if it said none. */
  words: string;
  code: string | null;
  type: string | null;
  param: string | null;
  /** HTTP's number, if the body has one. */
  status: number | null;
  /** Limits that some servers put inside the body; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The size of the model's window, in tokens. */
  contextTokens: number | null;
  /** The text that the model wrote, if the server refused it for its form. */
  failedGeneration: string | null;
  /** The provider gives reasons of moderation. */
  isModerated: boolean;
}

const maxWords = 500;
const maxDepth = 4;

const nothing: ServerError = {
  words: "",
  code: null,
  type: null,
  param: null,
  status: null,
  headers: {},
  contextTokens: null,
  failedGeneration: null,
  isModerated: false,
};

export const plainError = (words: string): ServerError => ({ ...nothing, words: plain(words) });

/** Returns null if the body is no error. */
export function errorOf(body: unknown): ServerError | null {
  if (Array.isArray(body)) return isObject(body[0]) ? errorOf(body[0]) : null;
  if (!isObject(body)) return null;
  if (body["error"] !== undefined && body["error"] !== null) return ofError(body["error"], body);
  const choice = Array.isArray(body["choices"]) ? (body["choices"][0] as unknown) : null;
  if (isObject(choice) && choice["error"]) return ofError(choice["error"], body);
  if (body["choices"] !== undefined) return null;
  if (body["detail"] !== undefined || body["message"] !== undefined) return ofError(body, body);
  return null;
}

function ofError(error: unknown, body: Json): ServerError {
  if (typeof error === "string") return { ...ofText(error), status: ofNumber(body["status_code"] ?? body["status"]) };
  if (!isObject(error)) return nothing;
  const metadata = isObject(error["metadata"]) ? error["metadata"] : {};
  // OpenRouter says "Provider returned error", and the provider's words are in `raw`.
  const inner = metadata["raw"] === undefined ? null : ofText(textOf(metadata["raw"]));
  const own = ofText(textOf(error["message"] ?? error["detail"] ?? ""));
  const code = error["code"];
  return {
    words: inner?.words || own.words,
    code: firstText(inner?.code, typeof code === "string" && !isStatus(code) ? code : null, own.code),
    type: firstText(inner?.type, error["type"], own.type),
    param: firstText(inner?.param, error["param"], own.param),
    status: ofNumber(code) ?? ofNumber(error["status_code"]) ?? ofNumber(error["status"]) ?? own.status,
    headers: headersIn(metadata["headers"]),
    contextTokens: sizeOf(error["n_ctx"]) ?? inner?.contextTokens ?? own.contextTokens,
    failedGeneration: typeof error["failed_generation"] === "string" ? error["failed_generation"] : null,
    isModerated: Array.isArray(metadata["reasons"]) || metadata["flagged_input"] !== undefined,
  };
}

/** A text may have the engine's own error inside, as JSON. */
function ofText(text: string): ServerError {
  const start = text.indexOf("{");
  const inner = start < 0 ? null : errorOf(parsed(text.slice(start)));
  if (inner === null) return { ...nothing, words: plain(text), contextTokens: windowIn(text) };
  return { ...inner, words: plain(inner.words || text.slice(0, start)) };
}

/** A message may be an object, or a list of faults as FastAPI has them. */
function textOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return value.slice(0, 8 * maxWords);
  if (depth > maxDepth) return "";
  if (Array.isArray(value)) {
    const parts = value.slice(0, 10).map((part) => textOf(part, depth + 1));
    return parts.join(" ");
  }
  if (!isObject(value)) return "";
  const place = Array.isArray(value["loc"]) ? value["loc"].filter((part) => typeof part === "string").join(".") : "";
  const inner = value["msg"] ?? value["detail"] ?? value["message"] ?? value["error"];
  return [place, textOf(inner, depth + 1)].filter(Boolean).join(" ");
}

const windowIn = (text: string): number | null =>
  sizeOf(
    Number(
      /(?:context (?:length|size|window) (?:is|of|\()|available context size \(|with )\s?(\d{3,8})\b/i.exec(text)?.[1],
    ),
  );

const sizeOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null;

const isStatus = (code: string): boolean => /^[1-5]\d\d$/.test(code);

function ofNumber(value: unknown): number | null {
  const number = typeof value === "string" && isStatus(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 100 && number < 600 ? number : null;
}

const firstText = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === "string" && value !== "") ?? null;

function headersIn(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).filter(([, text]) => typeof text === "string" || typeof text === "number");
  return Object.fromEntries(entries.map(([name, text]) => [name.toLowerCase(), String(text)]));
}

/** Without markup, controls and long runs of blanks. */
const plain = (text: string): string =>
  text
    .slice(0, 8 * maxWords)
    .replace(/<[^<>]*>/g, " ")
    .replace(/[\s\0-\x1F\x7F-\x9F]+/g, " ")
    .trim()
    .slice(0, maxWords);
