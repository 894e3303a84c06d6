// A server of chat completions on loopback, in one of nine dialects: it answers by its own wits, or by a script.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { draftsIn, echo, judgementOf, quoted, refined } from "./fake-gemini";
import {
  type ChatRequest,
  type DialectName,
  dialects,
  type Line,
  type Schema,
  type Told,
  tokens,
} from "./openai-dialects";
import { stopListening } from "./stop-listening";

export { type ChatRequest, type DialectName, dialects, type Line, tokens };
export { dialectNames } from "./openai-dialects";

export interface ChatCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: ChatRequest;
}

export type ChatReply =
  /** A body: JSON, or a text of the given content type. */
  | { status: number; headers?: Record<string, string>; body: unknown }
  | { lines: Line[]; headers?: Record<string, string> }
  /** Bytes of a stream in pieces. `then`: what the server does after the last one; it ends the answer by default. */
  | { bytes: readonly (Uint8Array | string)[]; headers?: Record<string, string>; then?: "end" | "hang" | "reset" }
  | { connection: "hang" | "reset" }
  /** The dialect's own way to say a text, streamed if that is asked for. */
  | Told;

type Scripted = ChatReply | ((call: ChatCall) => ChatReply | Promise<ChatReply>);

export interface FakeOpenAi {
  /** For AI_BASE_URL. */
  baseUrl: string;
  calls: ChatCall[];
  /** The answers to the next calls, in this order. */
  next(...replies: Scripted[]): void;
  /** The answer to every call without a scripted one; null goes back to the fake's own. */
  always(reply: Scripted | null): void;
  close(): Promise<void>;
}

export const refusedKey = "refused-key-of-the-tests";
export const missingModel = "missing-model";

/** Listens on a free port of 127.0.0.1. */
export async function startFakeOpenAi(name: DialectName = "openai"): Promise<FakeOpenAi> {
  const calls: ChatCall[] = [];
  const script: Scripted[] = [];
  let fallback: Scripted | null = null;
  const server = createServer(async (request, response) => {
    const call = await readCall(request).catch(() => null);
    if (!call) return response.destroy();
    calls.push(call);
    const chosen = script.shift() ?? fallback ?? ((asked: ChatCall) => ownAnswer(name, asked));
    send(name, call, response, typeof chosen === "function" ? await chosen(call) : chosen);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    next: (...replies) => void script.push(...replies),
    always: (reply) => void (fallback = reply),
    close: () => stopListening(server),
  };
}

async function readCall(request: IncomingMessage): Promise<ChatCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    body: text === "" ? {} : (JSON.parse(text) as ChatRequest),
  };
}

const lineOf = (line: Line): string => {
  if ("comment" in line) return `: ${line.comment}\n\n`;
  if ("event" in line) return `event: ${line.event}\n`;
  if ("field" in line) return `${line.field}\n\n`;
  return `data: ${typeof line.data === "string" ? line.data : JSON.stringify(line.data)}\n\n`;
};

/** The bytes of a stream, as the server would send them. */
export const bytesOf = (lines: readonly Line[]): Buffer => Buffer.from(lines.map(lineOf).join(""));

const eventStream = { "content-type": "text/event-stream; charset=utf-8" };

function send(name: DialectName, call: ChatCall, response: ServerResponse, reply: ChatReply): void {
  if ("connection" in reply) {
    if (reply.connection === "reset") response.socket?.resetAndDestroy();
    return;
  }
  if ("text" in reply) {
    const told = { ...reply, wantsUsage: reply.wantsUsage ?? call.body.stream_options?.include_usage === true };
    if (call.body.stream) return send(name, call, response, { lines: dialects[name].lines(told) });
    return send(name, call, response, { status: 200, body: dialects[name].whole(told) });
  }
  const own = { ...dialects[name].headers, ...reply.headers };
  if ("lines" in reply) {
    response.writeHead(200, { ...eventStream, ...own });
    response.end(bytesOf(reply.lines));
    return;
  }
  if ("bytes" in reply) {
    response.writeHead(200, { ...eventStream, ...own });
    void writeAll(response, reply.bytes).then(() => {
      if (reply.then === "reset") response.socket?.resetAndDestroy();
      else if (reply.then !== "hang") response.end();
    });
    return;
  }
  const isText = typeof reply.body === "string";
  response.writeHead(reply.status, { "content-type": isText ? "text/html" : "application/json", ...own });
  response.end(isText ? reply.body : JSON.stringify(reply.body));
}

/** Each piece leaves as a chunk of its own. */
async function writeAll(response: ServerResponse, pieces: readonly (Uint8Array | string)[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** As the service would: checks path, key, model and form, then writes tweets that hold the topic's own words. */
function ownAnswer(name: DialectName, call: ChatCall): ChatReply {
  const dialect = dialects[name];
  const { body, headers } = call;
  const key = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  if ((dialect.needsKey && !key) || key === refusedKey) return dialect.wrongKey;
  if (call.method === "GET" && call.path === "/v1/models") return { status: 200, body: dialect.models };
  if (call.method !== "POST" || call.path !== "/v1/chat/completions")
    return { status: 404, headers: { "content-type": "text/plain" }, body: "404 page not found" };
  if (body.model === missingModel) return dialect.missingModel(body.model);
  const refusal = dialect.refuses(body);
  if (refusal) return refusal;
  const searched = body.plugins?.some(({ id }) => id === "web") ?? false;
  return { text: writtenFor(body), searched };
}

function writtenFor({ messages = [], response_format }: ChatRequest): string {
  const rules = messages[0]?.content ?? "";
  const prompt = messages.at(-1)?.content ?? "";
  const inWords = /JSON Schema: (\{.*\})$/s.exec(rules)?.[1];
  const schema = response_format?.json_schema?.schema ?? (inWords ? (JSON.parse(inWords) as Schema) : null);
  const description = quoted(prompt, "description");
  if (description !== null) return JSON.stringify(judgementOf(description));
  const post = quoted(prompt, "post");
  const key = Object.entries(schema?.properties ?? {}).find(([, { type }]) => type === "array")?.[0] ?? "tweets";
  if (post !== null) return JSON.stringify({ [key]: [refined(post, prompt)] });
  const count = /^Write one thread of (\d+) posts/m.exec(prompt)?.[1] ?? /Write (\d+) /.exec(prompt)?.[1] ?? 5;
  const texts = draftsIn(prompt) ?? echo(quoted(prompt, "topic") ?? "", Number(count));
  return schema === null ? texts.join("\n---\n") : JSON.stringify({ [key]: texts });
}
