// A Gemini on loopback that answers as the real one was recorded: by its own wits, or by a script, one answer a call.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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
}

/** What one call gets: a whole answer, or a broken wire. `reset` closes before a byte came, `half` in mid-body. */
export type FakeReply =
  { status: number; body: unknown; delayMs?: number } | { wire: "hang" | "reset" | "half"; delayMs?: number };

export interface FakeGemini {
  /** For GEMINI_BASE_URL. */
  origin: string;
  /** Every request, oldest first. */
  calls: FakeCall[];
  /** The answers to the next calls, in this order; a function sees the call. Later calls get the fake's own answer. */
  next(...replies: (FakeReply | ((call: FakeCall) => FakeReply))[]): void;
  /** The answer to every call without a scripted one; null goes back to the fake's own. */
  always(reply: FakeReply | ((call: FakeCall) => FakeReply) | null): void;
  /** Its clock, which its answers tell. */
  setClock(now: () => number): void;
  close(): Promise<void>;
}

/** The key that the fake refuses; it takes all others. */
export const refusedKey = "refused-key";

/** Listens on a free port of 127.0.0.1. */
export async function startFakeGemini(): Promise<FakeGemini> {
  const calls: FakeCall[] = [];
  const script: (FakeReply | ((call: FakeCall) => FakeReply))[] = [];
  let fallback: FakeReply | ((call: FakeCall) => FakeReply) | null = null;
  let now: () => number = Date.now;
  const server = createServer(async (request, response) => {
    const call = await readCall(request).catch(() => null);
    if (!call) return response.destroy();
    calls.push(call);
    const chosen = script.shift() ?? fallback ?? ownAnswer;
    const reply = typeof chosen === "function" ? chosen(call) : chosen;
    if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
    response.setHeader("date", new Date(now()).toUTCString());
    send(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    next: (...replies) => void script.push(...replies),
    always: (reply) => void (fallback = reply),
    setClock: (clock) => void (now = clock),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
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
  const texts = draftsIn(prompt) ?? echo(quoted(prompt, "topic") ?? "", Number(/Write (\d+) /.exec(prompt)?.[1] ?? 5));
  return replies.text(json ? JSON.stringify({ tweets: texts }) : texts.join("\n---\n"), {
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

const echo = (topic: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${[...topic].slice(0, 100).join("")} (${at + 1})`);

/** A judgement that quotes the description's own first words for everything. */
export function judgementOf(description: string): Record<string, unknown> {
  const words = description.trim().split(/\s+/).slice(0, 4).join(" ");
  const one = { points: 7, words: [words], why: "It says so." };
  return {
    summary: [...description].slice(0, 200).join(""),
    tags: ["Booking", "Sailing", "Small business"],
    criteria: { clarity: one, audience: one, differentiation: one, proof: one, call_to_action: one },
    improvements: ["Name a number.", "Name a school.", "Say what to do next."],
  };
}

const draftsIn = (prompt: string): string[] | null => quoted(prompt, "drafts")?.split("\n---\n") ?? null;

function quoted(prompt: string, name: string): string | null {
  const line = new RegExp(`^${name} = (".*")$`, "m").exec(prompt)?.[1];
  return line === undefined ? null : (JSON.parse(line) as string);
}

/** Grounding as Google sends it; a chunk is [title, address]. */
export function grounding(
  chunks: [title: string, uri: string][] = [["linnet.example", "https://linnet.example/news"]],
  renderedContent = '<div class="container"><a class="chip" href="https://search.example/?q=linnet">linnet</a></div>',
): Record<string, unknown> {
  return {
    webSearchQueries: ["linnet"],
    searchEntryPoint: { renderedContent },
    groundingChunks: chunks.map(([title, uri]) => ({ web: { uri, title } })),
    groundingSupports: [],
  };
}

const refusal = (code: number, status: string, message: string, details?: unknown[]): FakeReply => ({
  status: code,
  body: { error: { code, message, status, ...(details ? { details } : {}) } },
});

const helpWithQuotas = {
  "@type": "type.googleapis.com/google.rpc.Help",
  links: [{ description: "Quotas", url: "https://ai.google.dev/gemini-api/docs/rate-limits" }],
};

const spentQuota = (quotaId: string, quotaValue: string, retryDelay: string | null): FakeReply =>
  refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details.", [
    helpWithQuotas,
    {
      "@type": "type.googleapis.com/google.rpc.QuotaFailure",
      violations: [
        {
          quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
          quotaId,
          quotaDimensions: { location: "global" },
          quotaValue,
        },
      ],
    },
    ...(retryDelay === null ? [] : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }]),
  ]);

interface TextOptions {
  finishReason?: string;
  /** Sent before the text as a part marked as thought. */
  thought?: string;
  grounding?: Record<string, unknown>;
  usage?: Record<string, number>;
}

/** The answers to script, by what the person at Linnet would call them. */
export const replies = {
  text: (text: string, more: TextOptions = {}): FakeReply => ({
    status: 200,
    body: {
      candidates: [
        {
          content: {
            role: "model",
            parts: [...(more.thought ? [{ text: more.thought, thought: true }] : []), { text }],
          },
          finishReason: more.finishReason ?? "STOP",
          index: 0,
          ...(more.grounding ? { groundingMetadata: more.grounding } : {}),
        },
      ],
      usageMetadata: more.usage ?? {
        promptTokenCount: 100,
        candidatesTokenCount: 40,
        thoughtsTokenCount: 7,
        totalTokenCount: 147,
      },
      modelVersion: "fake",
      responseId: "fake-1",
    },
  }),
  tweets: (texts: string[], more: TextOptions = {}): FakeReply => replies.text(JSON.stringify({ tweets: texts }), more),
  model: (model: string, supportedGenerationMethods = ["generateContent", "countTokens"]): FakeReply => ({
    status: 200,
    body: {
      name: `models/${model}`,
      baseModelId: model,
      version: "001",
      displayName: model,
      supportedGenerationMethods,
    },
  }),
  /** Stopped for a reason of Google's list, with no text. */
  stopped: (finishReason: string): FakeReply => ({
    status: 200,
    body: {
      candidates: [{ content: {}, finishReason, index: 0 }],
      usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 },
    },
  }),
  blockedPrompt: (blockReason: string): FakeReply => ({
    status: 200,
    body: { promptFeedback: { blockReason }, usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 } },
  }),
  noCandidates: (): FakeReply => ({
    status: 200,
    body: { usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 } },
  }),
  perMinute: (retryDelay = "29s"): FakeReply =>
    spentQuota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "5", retryDelay),
  perDay: (): FakeReply => spentQuota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "20", "45s"),
  noQuota: (): FakeReply => spentQuota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "0", "45s"),
  exhausted: (): FakeReply => refusal(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
  /** 429 with a link to the documentation and nothing else. */
  unnamed: (): FakeReply =>
    refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details.", [
      helpWithQuotas,
    ]),
  highDemand: (): FakeReply =>
    refusal(503, "UNAVAILABLE", "This model is currently experiencing high demand. Please try again later."),
  unauthenticated: (): FakeReply => refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."),
  unknownField: (): FakeReply =>
    refusal(400, "INVALID_ARGUMENT", 'Invalid JSON payload received. Unknown name "responseMime": Cannot find field.'),
  overloaded: (): FakeReply => refusal(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
  wrongKey: (): FakeReply =>
    refusal(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "API_KEY_INVALID",
        domain: "googleapis.com",
        metadata: { service: "generativelanguage.googleapis.com" },
      },
    ]),
  forbidden: (): FakeReply =>
    refusal(
      403,
      "PERMISSION_DENIED",
      "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity to call this API.",
    ),
  wrongRegion: (): FakeReply => refusal(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
  unknownModel: (model: string): FakeReply =>
    refusal(
      404,
      "NOT_FOUND",
      `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
    ),
  jsonWithTools: (): FakeReply =>
    refusal(400, "INVALID_ARGUMENT", "Tool use with a response mime type: 'application/json' is unsupported"),
  invalid: (): FakeReply => refusal(400, "INVALID_ARGUMENT", "Request contains an invalid argument."),
  broken: (): FakeReply => refusal(500, "INTERNAL", "An internal error has occurred."),
  tooSlow: (): FakeReply => refusal(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."),
  htmlError: (status = 502): FakeReply => ({ status, body: "<html><title>502 Bad Gateway</title></html>" }),
  /** A 200 that is no JSON, as a captive portal or a proxy gives it. */
  notJson: (): FakeReply => ({ status: 200, body: "<html>Please sign in to this network</html>" }),
  hang: (): FakeReply => ({ wire: "hang" }),
  reset: (): FakeReply => ({ wire: "reset" }),
  half: (): FakeReply => ({ wire: "half" }),
};
