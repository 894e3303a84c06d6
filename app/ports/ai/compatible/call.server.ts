// Sends one question to a server of chat completions and reads its answer within its limits.
import * as http from "node:http";
import * as https from "node:https";
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { plainFault, type Refusal } from "./faults";
import { parsed } from "./json";
import { errorOf, plainError } from "./server-error";
import { createReader, type Pieces } from "./stream.server";

/** From the first byte on. A slow machine may be silent for longer before that. */
export const maxSilence = seconds(45);
const maxErrorBytes = 64_000;

export interface Reply {
  headers: http.IncomingHttpHeaders;
  pieces: Pieces;
  /** Why no more came: the server ended, time ran out, or the connection broke. */
  ending: "ended" | "late" | "broken";
}

export type Outcome = { refusal: Refusal } | { reply: Reply };

type Server = Pick<CompatibleSettings, "baseUrl" | "apiKey" | "model" | "place" | "timeoutMs">;

/** Never follows a redirect: the key is for one host. Throws WriterError: aborted, timeout, unreachable. */
export async function askServer(
  settings: Server,
  body: unknown,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Outcome> {
  const limit = new AbortController();
  const stopLimit = clock.after(settings.timeoutMs, () => limit.abort());
  let stopSilence = (): void => {};
  const restartSilence = (): void => {
    stopSilence();
    stopSilence = clock.after(maxSilence, () => limit.abort());
  };
  let reply: Reply | null = null;
  try {
    if (signal.aborted) throw signal.reason;
    const both = AbortSignal.any([signal, limit.signal]);
    const response = await post(settings, "/chat/completions", JSON.stringify(body), both);
    const status = response.statusCode ?? 0;
    if (status < 200 || status >= 300) {
      const text = await textIn(response, maxErrorBytes, restartSilence);
      if (both.aborted) throw both.reason;
      return { refusal: refusalOf(status, response.headers, text) };
    }
    const reader = createReader(/event-stream/i.test(response.headers["content-type"] ?? ""));
    reply = { headers: response.headers, pieces: reader.pieces, ending: "ended" };
    try {
      for await (const bytes of response as AsyncIterable<Uint8Array>) {
        restartSilence();
        if (!reader.feed(bytes)) break;
      }
    } finally {
      reader.end();
    }
    return { reply };
  } catch (cause) {
    if (signal.aborted) throw plainFault("aborted", settings, { cause: signal.reason });
    const ending = limit.signal.aborted ? "late" : "broken";
    if (reply !== null && reply.pieces.text.trim() !== "") return { reply: { ...reply, ending } };
    throw plainFault(ending === "late" ? "timeout" : "unreachable", settings, { cause });
  } finally {
    stopLimit();
    stopSilence();
  }
}

/** Own agent: a kept connection that the server has closed would lose a question. */
export function post(
  { baseUrl, apiKey }: Pick<CompatibleSettings, "baseUrl" | "apiKey">,
  path: string,
  body: string | null,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const url = new URL(`${baseUrl}${path}`);
  const { request } = url.protocol === "http:" ? http : https;
  const headers = {
    accept: "application/json, text/event-stream",
    "accept-encoding": "identity",
    "user-agent": "Linnet",
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    ...(body !== null && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body === null ? "GET" : "POST", headers, agent: false, signal }, resolve);
    sent.on("upgrade", (_response, socket) => socket.destroy());
    sent.on("error", reject);
    sent.on("close", () => reject(new Error("The connection ended without an answer")));
    sent.end(body ?? undefined);
  });
}

/** Cuts at `max`. A body that breaks off counts as far as it came. */
export async function textIn(
  response: http.IncomingMessage,
  max: number,
  onBytes: () => void = () => {},
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of response as AsyncIterable<Uint8Array>) {
      onBytes();
      chunks.push(bytes);
      size += bytes.length;
      if (size >= max) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function refusalOf(status: number, headers: http.IncomingHttpHeaders, body: string): Refusal {
  const error = errorOf(parsed(body));
  return { status, headers, error: error ?? plainError(body), isApi: error !== null };
}
