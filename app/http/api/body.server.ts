// Reading a body, as bytes, as a form or as JSON, but never more of it than 64 KiB: remix-serve itself has no limit.
import { AppError } from "~/ground/errors";

export const maxBody = 64 * 1024;

const sentence = "The request is too large: 64 KiB is the most";

const brokeOff = (cause: unknown): never => {
  throw new AppError("not_json", "The request broke off", { cause });
};

/** The whole body, or too_large: by its declared length before a byte is read, else as soon as it is too long. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBody) throw new AppError("too_large", sentence);
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A reader, not `for await`: leaving that early resets the socket, and the client never sees the 413.
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch(brokeOff);
    if (done) break;
    length += value.byteLength;
    if (length > maxBody) throw new AppError("too_large", sentence);
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

/** The same request with its body read and bounded, for those who want to read it themselves. */
export async function boundedRequest(request: Request): Promise<Request> {
  const body = await readBody(request);
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

/** The fields of a form, of a request that is bounded already. Throws unsupported_type for what is none. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    throw new AppError("unsupported_type", "This form could not be read. Please reload the page.", { cause: error });
  }
}

/** The body as an object; {} where there is none. Throws too_large, unsupported_type, not_json, invalid. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request);
  if (bytes.byteLength === 0) return {};
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity")
    throw new AppError("unsupported_type", "The body must come as it is, without a Content-Encoding");
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.+-]+\+json$/.test(type))
    throw new AppError("unsupported_type", "The body must be JSON (Content-Type: application/json)");
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError("not_json", "The body is not valid JSON", { cause: error });
  }
  if (!isText(parsed))
    throw new AppError("invalid", "The body holds text that is not valid Unicode, or a NUL character");
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new AppError("invalid", "The body must be a JSON object");
  return parsed as Record<string, unknown>;
}

/** Half a surrogate pair would come back from the database as another character; a NUL ends text for half the world. */
const isBroken = (text: string): boolean => /\0|\p{Surrogate}/u.test(text);

/** Whether every text in it, names too, can be kept as it is. Not by recursion: JSON may be deeper than the stack. */
function isText(json: unknown): boolean {
  const left: unknown[] = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && isBroken(value)) return false;
    if (typeof value === "object" && value !== null) for (const pair of Object.entries(value)) left.push(...pair);
  }
  return true;
}
