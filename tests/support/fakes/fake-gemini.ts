// A Gemini on loopback that answers as the real one was recorded: by its own wits, or by a script, one answer a call.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type FakeReply, grounding, judgementOf, replies } from "./gemini-replies";
import { stopListening } from "./stop-listening";

export { type FakeReply, grounding, judgementOf, replies };

export interface FakeCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The model named in the path. */
  model: string;
  body: FakeRequest;
}

/** The part of GenerateContentRequest that Linnet sends. */
export interface FakeRequest {
  contents?: { role?: string; parts: { text?: string }[] }[];
  systemInstruction?: { parts: { text?: string }[] };
  generationConfig?: Record<string, unknown>;
  tools?: Record<string, unknown>[];
  store?: boolean;
}

/** An answer, or what makes one of the call, at once or when the test lets it. */
type Scripted = FakeReply | ((call: FakeCall) => FakeReply | Promise<FakeReply>);

export interface FakeGemini {
  /** For GEMINI_BASE_URL. */
  origin: string;
  /** Every request, oldest first. */
  calls: FakeCall[];
  /** The answers to the next calls, in this order; a function sees the call. Later calls get the fake's own answer. */
  next(...replies: Scripted[]): void;
  /** Holds the next call open until what this answers is called; then it gets the fake's own answer. */
  hold(): () => void;
  /** The answer to every call without a scripted one; null goes back to the fake's own. */
  always(reply: Scripted | null): void;
  /** Its clock, which its answers tell. */
  setClock(now: () => number): void;
  close(): Promise<void>;
}

/** The key that the fake refuses; it takes all others. */
export const refusedKey = "refused-key";

/** Listens on a free port of 127.0.0.1. */
export async function startFakeGemini(): Promise<FakeGemini> {
  const calls: FakeCall[] = [];
  const script: Scripted[] = [];
  let fallback: Scripted | null = null;
  let now: () => number = Date.now;
  const server = createServer(async (request, response) => {
    const call = await readCall(request).catch(() => null);
    if (!call) return response.destroy();
    calls.push(call);
    const chosen = script.shift() ?? fallback ?? ownAnswer;
    const reply = typeof chosen === "function" ? await chosen(call) : chosen;
    if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
    response.setHeader("date", new Date(now()).toUTCString());
    send(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    next: (...replies) => void script.push(...replies),
    hold() {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      script.push((call) => released.then(() => ownAnswer(call)));
      return release;
    },
    always: (reply) => void (fallback = reply),
    setClock: (clock) => void (now = clock),
    close: () => stopListening(server),
  };
}

async function readCall(request: IncomingMessage): Promise<FakeCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const path = request.url ?? "";
  return {
    method: request.method ?? "",
    path,
    headers: request.headers,
    model: /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(path)?.[1] ?? "",
    body: text === "" ? {} : (JSON.parse(text) as FakeRequest),
  };
}

function send(response: ServerResponse, reply: FakeReply): void {
  if (!("wire" in reply)) {
    const json = typeof reply.body !== "string";
    response.writeHead(reply.status, { "content-type": json ? "application/json; charset=UTF-8" : "text/html" });
    response.end(json ? JSON.stringify(reply.body) : reply.body);
    return;
  }
  if (reply.wire === "hang") return;
  if (reply.wire === "reset") return void response.socket?.resetAndDestroy();
  response.writeHead(200, { "content-type": "application/json; charset=UTF-8", "content-length": "4096" });
  response.write('{"candidates": [{"content": {"parts": [{"text": "{\\"twe', () => response.destroy());
}

/** As the service would: checks path, key and model, then writes tweets that hold the topic's own words. */
function ownAnswer(call: FakeCall): FakeReply {
  const { body, headers, model } = call;
  const asked = /^\/v1beta\/models\/([^/:]+)$/.exec(call.path)?.[1];
  if (call.method === "GET" && asked !== undefined) return ownModel(asked, headers["x-goog-api-key"]);
  if (call.method !== "POST" || model === "")
    return { status: 404, body: "<html><title>Error 404 (Not Found)!!1</title></html>" };
  if (!headers["x-goog-api-key"]) return replies.forbidden();
  if (headers["x-goog-api-key"] === refusedKey) return replies.wrongKey();
  if (!model.startsWith("gemini-")) return replies.unknownModel(model);
  const json = body.generationConfig?.responseMimeType === "application/json";
  const search = (body.tools ?? []).some((tool) => "googleSearch" in tool);
  if (json && search && Number(/gemini-(\d+)/.exec(model)?.[1]) < 3) return replies.jsonWithTools();
  const prompt =
    body.contents
      ?.at(-1)
      ?.parts.map((part) => part.text ?? "")
      .join("") ?? "";
  const description = quoted(prompt, "description");
  if (description !== null) return replies.text(JSON.stringify(judgementOf(description)));
  const post = quoted(prompt, "post");
  if (post !== null) return replies.text(JSON.stringify({ tweets: [refined(post, prompt)] }));
  const parts = /^Write one thread of (\d+) posts/m.exec(prompt)?.[1];
  const count = Number(parts ?? /Write (\d+) /.exec(prompt)?.[1] ?? 5);
  const texts = draftsIn(prompt) ?? echo(quoted(prompt, "topic") ?? "", count);
  return replies.text(json ? JSON.stringify({ [parts ? "parts" : "tweets"]: texts }) : texts.join("\n---\n"), {
    grounding: search ? grounding() : undefined,
  });
}

/** models.get, as the schema has it. */
function ownModel(model: string, key: string | string[] | undefined): FakeReply {
  if (!key) return replies.forbidden();
  if (key === refusedKey) return replies.wrongKey();
  if (!model.startsWith("gemini-")) return replies.unknownModel(model);
  return replies.model(model);
}

export const echo = (topic: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${[...topic].slice(0, 100).join("")} (${at + 1})`);

export const draftsIn = (prompt: string): string[] | null => quoted(prompt, "drafts")?.split("\n---\n") ?? null;

/** Shorter where that is the wish, another at each question about the same. */
export function refined(post: string, prompt: string): string {
  const faulty = JSON.parse(/^faulty = (.*)$/m.exec(prompt)?.[1] ?? "[]") as unknown[];
  const isShorter = prompt.includes('wish = {"kind":"shorter"');
  const words = post.split(/\s+/);
  const kept = words.slice(0, Math.max(1, Math.ceil(words.length / (isShorter ? 3 : 2))) - faulty.length);
  return `${kept.join(" ")}${isShorter ? "" : ", said anew"}`;
}

export function quoted(prompt: string, name: string): string | null {
  const line = new RegExp(`^${name} = (".*")$`, "m").exec(prompt)?.[1];
  return line === undefined ? null : (JSON.parse(line) as string);
}
