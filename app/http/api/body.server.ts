// Reads request bodies as bytes, forms or JSON, up to a size limit.
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import { maxBodies } from "~/http/door/limits.server";
import { toPlainText, unkeptFieldOf } from "~/ground/plain-text";

export const maxBody = maxBodies.usual;

const sentenceOf = (max: number) => `The request is too large. The limit is ${max / 1024} KiB.`;

const brokeOff = (cause: unknown): never => {
  throw new AppError("not_json", "The request was cut off.", { cause });
};

/** Throws too_large by Content-Length first, else as soon as the body exceeds `max`. */
export async function readBody(request: Request, max: number = maxBody): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw new AppError("too_large", sentenceOf(max));
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving `for await` early resets the socket, and the client never sees the 413.
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch(brokeOff);
    if (done) break;
    length += value.byteLength;
    if (length > max) throw new AppError("too_large", sentenceOf(max));
    chunks.push(value);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}

export async function boundedRequest(request: Request, max?: number): Promise<Request> {
  const body = await readBody(request, max);
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

/** Throws unsupported_type, and invalid for text that can't be stored; `onTyped` then gets the form without it. */
export async function readForm(request: Request, onTyped?: (form: FormData) => void): Promise<FormData> {
  let form;
  try {
    form = await request.formData();
  } catch (error) {
    throw new AppError("unsupported_type", formMessages.unreadable, { cause: error });
  }
  const typed = new FormData();
  for (const [name, value] of form)
    if (typeof value === "string") typed.append(toPlainText(name), toPlainText(value));
    else typed.append(toPlainText(name), value);
  onTyped?.(typed);
  requirePlain(form, "body");
  return form;
}

export function requirePlain(fields: Iterable<readonly [string, unknown]>, source: "body" | "query"): void {
  const field = unkeptFieldOf(fields);
  if (field === null) return;
  const msg = `${field || "A field"} contains a character that can’t be saved. Remove it.`;
  throw new AppError("invalid", msg, { faults: [{ loc: [source, field], msg, type: "invalid" }] });
}

/** Returns the body as an object, {} if empty. Throws too_large, unsupported_type, not_json, invalid. */
export async function readJson(request: Request, max?: number): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, max);
  if (bytes.byteLength === 0) return {};
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") throw new AppError("unsupported_type", "The body must not have a Content-Encoding.");
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.+-]+\+json$/.test(type))
    throw new AppError("unsupported_type", "The body must be JSON (Content-Type: application/json).");
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError("not_json", "The body is not valid JSON.", { cause: error });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError("invalid", "The body must be a JSON object.");
  requirePlain(Object.entries(parsed), "body");
  return parsed as Record<string, unknown>;
}
