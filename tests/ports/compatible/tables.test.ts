// Every way in which a server of chat completions ends or refuses an answer, and what each means.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { faultOf, failureOf as failureIn } from "~/ports/ai/compatible/faults";
import { refusalOf } from "~/ports/ai/compatible/call.server";
import { finishes } from "~/ports/ai/compatible/reply";
import { errorOf, plainError } from "~/ports/ai/compatible/server-error";
import { waitOf } from "~/ports/ai/compatible/waits";
import { hours } from "~/ground/time/duration";
import type { WriterFailure } from "~/ports/ai/port";
import { handClock } from "~tests/support/clock";
import { type ChatReply, type FakeOpenAi, type Line, startFakeOpenAi } from "~tests/support/fakes/fake-openai";
import { failureOf, key, providerAt, question, signal } from "./asking";

let fake: FakeOpenAi;
beforeAll(async () => void (fake = await startFakeOpenAi("vllm")));
beforeEach(() => {
  fake.calls.length = 0;
  fake.always(null);
});
afterAll(() => fake.close());

const text = '{"tweets":["one","two","three"]}';
const ask = (reply: ChatReply) => {
  fake.always(reply);
  return providerAt(fake.baseUrl).provider.ask(question(), { signal });
};
const chunk = (delta: unknown, finish: string | null = null, more: object = {}): Line => ({
  data: { choices: [{ index: 0, delta, finish_reason: finish }], ...more },
});

describe("a finish", () => {
  const whole = ["stop", "end_turn", "eos", "STOP", "something_new", null];
  it.each(whole)("is whole: %s, streamed and not", async (finish) => {
    expect(await ask({ text, finish })).toMatchObject({ text, end: "whole" });
    const body = { choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: finish }] };
    expect(await ask({ status: 200, body })).toMatchObject({ text, end: "whole" });
  });

  it("is in the table with each that the plan names", () => {
    expect(Object.keys(finishes)).toHaveLength(11);
  });

  it.each(["length", "max_tokens", "MAX_TOKENS", "model_length", "model_context_window_exceeded"])(
    "is cut: %s",
    async (finish) => {
      expect(await ask({ text: '{"tweets":["one","tw', finish })).toMatchObject({ end: "cut" });
      const nothing = await failureOf(ask({ text: "", finish }));
      expect(nothing.reason).toBe("cut");
    },
  );

  it.each<[string, WriterFailure]>([
    ["content_filter", "blocked"],
    ["sensitive", "blocked"],
    ["tool_calls", "malformed"],
    ["function_call", "malformed"],
    ["error", "busy"],
    ["network_error", "busy"],
    ["insufficient_system_resource", "busy"],
  ])("is no answer: %s", async (finish, reason) => {
    const failure = await failureOf(ask({ text, finish, wantsUsage: true }));
    expect(failure.reason).toBe(reason);
    expect(failure.more.spent).toEqual({ inputTokens: 4321, outputTokens: 210, costMicros: null, unmetered: 0 });
  });

  it.each<[string, ChatReply]>([
    ["in a stream", { lines: [chunk({ refusal: "I can’t " }), chunk({ refusal: "help." }), chunk({}, "stop")] }],
    [
      "in a whole answer",
      { status: 200, body: { choices: [{ message: { content: null, refusal: "No." }, finish_reason: "stop" }] } },
    ],
    ["by a filter without a message", { status: 200, body: { choices: [{ finish_reason: "content_filter" }] } }],
  ])("is a refusal %s", async (_, reply) => {
    expect((await failureOf(ask(reply))).reason).toBe("blocked");
  });
});

describe("an error within a 200", () => {
  const error = (more: object): Line => ({ data: { error: { message: "x", ...more } } });
  it.each<[string, ChatReply, WriterFailure]>([
    ["no code", { lines: [error({})] }, "busy"],
    ["a code that says nothing", { lines: [error({ code: 502 }), { data: "[DONE]" }] }, "busy"],
    ["a code as a word", { lines: [error({ code: "server_error" })] }, "busy"],
    ["the code of too many", { status: 200, body: { error: { message: "x", code: 429 } } }, "busy"],
    ["the code of no credit", { status: 200, body: { error: { message: "x", code: 402 } } }, "quota"],
    ["the code of the key", { status: 200, body: { error: { message: "x", code: "401" } } }, "key"],
    ["the code of the model", { status: 200, body: { error: { message: "x", code: 404 } } }, "model"],
    ["the code of time", { status: 200, body: { error: { message: "x", code: 504 } } }, "timeout"],
    ["in the choice", { status: 200, body: { choices: [{ error: { message: "x", code: 502 } }] } }, "busy"],
    ["beside a choice", { lines: [chunk({ content: "" }, "error", { error: { code: "server_error" } })] }, "busy"],
    [
      "after good text",
      { lines: [chunk({ content: '{"twe' }), error({ code: 500, type: "InternalServerError" })] },
      "busy",
    ],
    [
      "named by an event",
      {
        lines: [
          { event: "error" },
          { data: { error: { message: "m", code: "tool_use_failed", failed_generation: "", status_code: 400 } } },
        ],
      },
      "malformed",
    ],
    [
      "in a field of its own",
      {
        lines: [
          {
            field: 'error: {"code":400,"message":"the request exceeds the available context size, try increasing it"}',
          },
        ],
      },
      "context",
    ],
    [
      "a wrong path",
      { status: 200, body: { error: "Unexpected endpoint or method. (POST /chat/completions)" } },
      "failed",
    ],
    ["under the content type of a stream", { bytes: ['{"error":{"message":"x","code":402}}'] }, "quota"],
  ])("has %s", async (_, reply, reason) => {
    expect((await failureOf(ask(reply))).reason).toBe(reason);
  });

  it("after a finish of length doesn't take the text away", async () => {
    const lines = [chunk({ content: "abc" }), chunk({}, "length"), error({ code: 400 }), { data: "[DONE]" }];
    expect(await ask({ lines })).toMatchObject({ text: "abc", end: "cut" });
  });

  it("after a whole finish doesn't, either", async () => {
    expect(await ask({ lines: [chunk({ content: text }, "stop"), error({ code: 500 })] })).toMatchObject({
      text,
      end: "whole",
    });
  });
});

describe("nothing to read", () => {
  it.each<[string, ChatReply, WriterFailure]>([
    ["a stream that ends at its beginning", { bytes: [] }, "unreachable"],
    ["a stream of comments", { lines: [{ comment: "OPENROUTER PROCESSING" }] }, "unreachable"],
    ["a stream of a role", { lines: [chunk({ role: "assistant", content: "" })] }, "unreachable"],
    ["blanks", { status: 200, body: "\n      \n\n   \n" }, "unreachable"],
    ["a stream that ends well without text", { lines: [chunk({}, "stop"), { data: "[DONE]" }] }, "empty"],
    [
      "a whole answer without text",
      { status: 200, body: { choices: [{ message: { role: "", content: "" }, finish_reason: null }] } },
      "empty",
    ],
    ["only thoughts", { text: "", thoughts: "hm" }, "empty"],
    ["no choices", { status: 200, body: { choices: [] } }, "malformed"],
    ["JSON that is a text", { status: 200, body: '"twelve"' }, "malformed"],
    ["JSON that is null", { status: 200, body: "null" }, "malformed"],
    ["a page", { status: 200, body: "<!doctype html><title>Open WebUI</title>" }, "failed"],
    ["a reset connection", { connection: "reset" }, "unreachable"],
  ])("is %s", async (_, reply, reason) => {
    expect((await failureOf(ask(reply))).reason).toBe(reason);
  });

  it("is a port that nobody listens at, or a name that nobody knows", async () => {
    const gone = await startFakeOpenAi();
    await gone.close();
    for (const baseUrl of [gone.baseUrl, "http://no-such-name.invalid/v1"])
      expect((await failureOf(providerAt(baseUrl).provider.ask(question(), { signal }))).reason).toBe("unreachable");
  });
});

const html = (status: number) => ({ status, body: "<html><h1>502 Bad Gateway</h1><script>x</script></html>" });
const words = (status: number, message: string, more: object = {}) => ({
  status,
  body: { error: { message, ...more } },
});

/** Status, body, and what it means. */
const refusals: [string, { status: number; body: unknown }, WriterFailure][] = [
  ["401", words(401, "x"), "key"],
  ["403", words(403, "Access denied"), "key"],
  ["403 by a proxy", html(403), "key"],
  ["400 with words of the key", words(400, "API key not valid. Please pass a valid API key."), "key"],
  ["403 with a country", words(403, "Country, region, or territory not supported"), "region"],
  ["400 with a location", words(400, "User location is not supported for the API use."), "region"],
  ["403 with moderation", words(403, "m", { metadata: { reasons: ["violence"], flagged_input: "hush" } }), "blocked"],
  ["400 of a content filter", words(400, "The response was filtered", { code: "content_filter" }), "blocked"],
  ["402", words(402, "Insufficient Balance"), "quota"],
  ["429 with insufficient_quota", words(429, "x", { type: "insufficient_quota" }), "quota"],
  ["429 with the current quota", words(429, "You exceeded your current quota, …"), "quota"],
  ["429 per day", words(429, "Rate limit exceeded: free-models-per-day. Add 10 credits"), "quota"],
  ["429 with tokens per day", words(429, "on tokens per day (TPD): Limit 1. Try again in 9m38s."), "quota"],
  ["404 in JSON", words(404, "model 'llama3' not found", { type: "not_found_error" }), "model"],
  ["404 with no endpoint", words(404, "No endpoints found for x."), "model"],
  ["400 that doesn't exist", words(400, "Model Not Exist"), "model"],
  ["400 to be pulled", words(400, 'model "x" not found, try pulling it first'), "model"],
  ["404 in text", { status: 404, body: "404 page not found" }, "failed"],
  ["404 in a page", html(404), "failed"],
  ["429", words(429, "Rate limit exceeded"), "busy"],
  ["429 by a proxy", html(429), "busy"],
  ["503", words(503, "Loading model"), "busy"],
  ["529", words(529, "x"), "busy"],
  ["400 overloaded", words(400, "The engine is currently overloaded"), "busy"],
  ["400 exceed_context_size_error", words(400, "x", { type: "exceed_context_size_error" }), "context"],
  ["400 context_length_exceeded", words(400, "x", { code: "context_length_exceeded" }), "context"],
  ["400 with a context window", words(400, "Your input exceeds the context window of this model."), "context"],
  ["413", words(413, "Request too large"), "context"],
  ["408", words(408, "x"), "timeout"],
  ["504", html(504), "timeout"],
  ["524", html(524), "timeout"],
  ["json_validate_failed", words(400, "x", { code: "json_validate_failed", failed_generation: "" }), "malformed"],
  ["500", words(500, "x"), "failed"],
  ["502", html(502), "failed"],
  ["400 that says nothing", words(400, "x"), "failed"],
  ["301", { status: 301, body: "" }, "failed"],
  ["307", { status: 307, body: "" }, "failed"],
];

describe("a refusal", () => {
  it.each(refusals)("%s has its meaning, one sentence, and no key", async (_, reply, reason) => {
    const location = { location: "http://elsewhere.example/v1", "retry-after": "30" };
    const failure = await failureOf(ask({ ...reply, headers: location }));
    expect(failure.reason).toBe(reason);
    expect(failure.message).not.toMatch(/AI_|HTTP|https?:|<|undefined|null/);
    expect(JSON.stringify([failure.message, failure.more])).not.toMatch(/hush|<html|<script|elsewhere/);
  });

  it("names in the log what the operator has to do", async () => {
    const moved = await failureOf(ask({ status: 308, body: "", headers: { location: "http://elsewhere.example" } }));
    expect(moved.more.cause).toBe("The address redirects. Put the final one into AI_BASE_URL.");
    const lost = await failureOf(ask({ status: 404, body: "404 page not found" }));
    expect(lost.more.cause).toBe("Nothing answers there. AI_BASE_URL usually ends in /v1.");
  });

  it("is worded as the plan has it", () => {
    const noon = Date.parse("2026-11-27T12:00:00Z");
    const context = { model: "llama3", place: "ollama:11434", apiKey: null, contextTokens: 8192, now: noon };
    const say = (status: number, body: object) => faultOf(refusalOf(status, {}, JSON.stringify(body)), context).message;
    expect(say(401, { error: "Unauthorized" })).toBe("ollama:11434 didn’t accept the API key. Ask your Linnet admin.");
    expect(say(404, { error: { message: "x" } })).toBe(
      "“llama3” isn’t available at ollama:11434. Ask your Linnet admin.",
    );
    expect(say(400, { error: { code: "context_length_exceeded" } })).toBe(
      "The question is longer than this model reads (8,192 tokens). Shorten the topic or the voice samples.",
    );
    expect(say(402, { error: { message: "x" } })).toBe(
      "The limit or credit at ollama:11434 is used up. Ask your Linnet admin.",
    );
    const reset = {
      error: {
        code: 429,
        message: "free-models-per-day",
        metadata: { headers: { "X-RateLimit-Reset": String(noon + hours(2.5)) } },
      },
    };
    expect(say(429, reset)).toMatch(/^The limit or credit at ollama:11434 is used up\. Try again after .*14:30 UTC\.$/);
  });

  it("of Groq's form gives what its model wrote, to be salvaged", async () => {
    const body = {
      error: { message: "Failed to generate JSON.", code: "json_validate_failed", failed_generation: text },
    };
    const answer = await ask({ status: 400, body });
    expect(answer).toMatchObject({ text, end: "cut", tokens: null, costMicros: null });
    expect(answer.fault?.reason).toBe("malformed");
    expect(fake.calls).toHaveLength(1);
  });
});

describe("an error's body", () => {
  it.each<[string, unknown, string]>([
    ["OpenAI's", { error: { message: "Words.", code: "c", type: "t" } }, "Words."],
    ["LM Studio's", { error: "Words." }, "Words."],
    ["vLLM's older one", { object: "error", message: "Words.", type: "t", code: 400 }, "Words."],
    [
      "Mistral's with an object",
      { object: "error", message: { detail: [{ loc: ["body", "store"], msg: "Words." }] } },
      "body.store Words.",
    ],
    ["Mistral's with lists", { object: "Error", detail: ["Words."], message: ["Words."], code: 3001 }, "Words."],
    ["a gateway's", { detail: "Words." }, "Words."],
    ["a gateway's list", { detail: [{ loc: ["body", "a", 0], msg: "Words." }] }, "body.a Words."],
    ["Google's", [{ error: { message: "Words.", code: 400 } }], "Words."],
    [
      "OpenRouter's",
      { error: { message: "Provider returned error", code: 429, metadata: { raw: "Words." } } },
      "Words.",
    ],
    [
      "OpenRouter's with JSON",
      { error: { message: "Provider returned error", metadata: { raw: '{"error":{"message":"Words."}}' } } },
      "Words.",
    ],
    ["an engine's in a text", { error: 'Engine returned 400: {"error":{"message":"Words.","n_ctx":8192}}' }, "Words."],
    ["an engine's in a message", { error: { message: '{"error":{"message":"Words."}}' } }, "Words."],
    ["with markup", { error: { message: "<b>Wo</b>\u0007rds.\n\n" } }, "Wo rds."],
    ["very long", { error: "x".repeat(9_000) }, "x".repeat(500)],
  ])("is read: %s", (_, body, expected) => {
    expect(errorOf(body)?.words).toBe(expected);
  });

  it.each([null, "text", 12, [], [[]], {}, { choices: [] }, { choices: [{ message: {} }] }, { error: null }])(
    "is none: %j",
    (body) => {
      expect(errorOf(body)).toBeNull();
    },
  );

  it("is read however deep it is", () => {
    const deep = (open: string, close: string) =>
      JSON.parse(open.repeat(100_000) + '"x"' + close.repeat(100_000)) as unknown;
    for (const body of [deep('{"message":', "}"), deep('{"error":', "}"), deep('{"detail":[', "]}"), deep("[", "]")])
      expect(errorOf(body)?.words ?? "").toBe("");
  });
});

describe("a wait", () => {
  const now = Date.parse("2026-11-27T12:00:00Z");
  const none = plainError("");
  const inBody = (value: string) => ({ ...none, headers: { "x-ratelimit-reset": value } });
  it.each<[string, Record<string, string>, typeof none, number | null]>([
    ["none", {}, none, null],
    ["milliseconds", { "retry-after-ms": "1500", "retry-after": "9" }, none, 1500],
    ["seconds", { "retry-after": "2", "x-ratelimit-reset-requests": "9s" }, none, 2000],
    ["parts of a second", { "retry-after": "0.5" }, none, 500],
    ["a date", { "retry-after": "Fri, 27 Nov 2026 12:00:07 GMT" }, none, 7000],
    ["a date that has passed", { "retry-after": "Fri, 27 Nov 2026 11:00:00 GMT" }, none, 0],
    ["a span of requests", { "x-ratelimit-reset-requests": "1m2.5s" }, none, 62_500],
    ["a span of tokens", { "x-ratelimit-reset-tokens": "120ms" }, none, 120],
    ["the longer of two", { "x-ratelimit-reset-requests": "6ms", "x-ratelimit-reset-tokens": "7.66s" }, none, 7660],
    [
      "the one that is used up",
      {
        "x-ratelimit-reset-requests": "2m",
        "x-ratelimit-remaining-requests": "5",
        "x-ratelimit-reset-tokens": "3s",
        "x-ratelimit-remaining-tokens": "0",
      },
      none,
      3000,
    ],
    ["OpenRouter's milliseconds", {}, inBody(String(now + 5000)), 5000],
    ["seconds since 1970", {}, inBody(String(now / 1000 + 5)), 5000],
    ["a span within the body", {}, inBody("7.66s"), 7660],
    ["a header of the same name", { "x-ratelimit-reset": "3" }, none, 3000],
    ["words", {}, plainError("Limit 1. Please try again in 9m38.016s. Visit"), 578_016],
    ["words of milliseconds", {}, plainError("Please try again in 174ms."), 174],
    ["no time", { "retry-after": "soon", "x-ratelimit-reset-tokens": "later" }, none, null],
  ])("is read: %s", (_, headers, error, ms) => {
    expect(waitOf(headers, error, now)).toBe(ms);
  });

  it("after a 429 is kept by every question, and then ends", async () => {
    const clock = handClock();
    const { provider } = providerAt(fake.baseUrl, { clock });
    fake.always({ status: 429, body: { error: { message: "Rate limit" } }, headers: { "retry-after": "10" } });
    const first = await failureOf(provider.ask(question(), { signal }));
    expect([first.reason, first.more.retryAfterMs]).toEqual(["busy", 10_000]);
    clock.advance(4000);
    for (let n = 0; n < 20; n += 1) {
      const next = await failureOf(provider.ask(question(), { signal }));
      expect([next.reason, next.more.retryAfterMs]).toEqual(["busy", 6000]);
    }
    expect(fake.calls).toHaveLength(1);
    fake.always(null);
    clock.advance(6000);
    expect((await provider.ask(question(), { signal })).end).toBe("whole");
    expect(fake.calls).toHaveLength(2);
  });

  it("of a day stops no question for longer than a minute", async () => {
    const clock = handClock();
    const { provider } = providerAt(fake.baseUrl, { clock });
    fake.next({ status: 503, body: { error: "x" }, headers: { "retry-after": "86400" } });
    expect((await failureOf(provider.ask(question(), { signal }))).more.retryAfterMs).toBe(86_400_000);
    clock.advance(60_000);
    expect((await provider.ask(question(), { signal })).end).toBe("whole");
  });
});

describe("a cost", () => {
  const usage = (more: object) => ({ prompt_tokens: 1240, completion_tokens: 380, ...more });
  const costOf = async (settings: Parameters<typeof providerAt>[1], tokens: object | null, headers = {}) => {
    fake.always({ lines: [chunk({ content: text }, "stop", tokens === null ? {} : { usage: tokens })], headers });
    return (await providerAt(fake.baseUrl, settings).provider.ask(question(), { signal })).costMicros;
  };
  const price = { input: 150_000, output: 600_000 };
  const litellm = (cost: string) => ({ "x-litellm-response-cost": cost });
  it.each<[string, Parameters<typeof providerAt>[1], object | null, object, number | null]>([
    ["by the operator's price", { price }, usage({}), {}, 414],
    ["rounded up, never down", { price: { input: 1, output: 1 } }, usage({}), {}, 1],
    ["unknown without tokens", { price }, null, {}, null],
    ["unknown without a price", {}, usage({}), {}, null],
    ["none in one's own network", { apiKey: null }, usage({}), {}, 0],
    ["unknown elsewhere", { apiKey: null, isHome: false }, usage({}), {}, null],
    ["the server's own", { price }, usage({ cost: 0.00048 }), {}, 480],
    ["the server's own, free", { price }, usage({ cost: 0 }), {}, 0],
    [
      "with the provider's",
      {},
      usage({ cost: 0.00001, is_byok: true, cost_details: { upstream_inference_cost: 0.0004 } }),
      {},
      410,
    ],
    ["unknown with the provider's", {}, usage({ cost: 0.00001, is_byok: true }), {}, null],
    ["a gateway's", {}, usage({}), litellm("0.000123"), 123],
    ["a gateway's in small figures", {}, usage({}), litellm("8.1e-05"), 81],
    ["not a gateway's 0, which it sends before it knows", {}, usage({}), litellm("0.0"), null],
    ["no figure", {}, usage({ cost: "free" }), litellm("None"), null],
    ["less than nothing", {}, usage({ cost: -1 }), {}, null],
  ])("is %s", async (_, settings, tokens, headers, micros) => {
    expect(await costOf(settings, tokens, headers)).toBe(micros);
  });
});

it("no word about the key reaches an error or the log, whole, masked or in part", async () => {
  const told = [
    `Your key ${key} is wrong`,
    "sk-s****7890 is wrong",
    `${key.slice(0, 12)}… is wrong`,
    `…${key.slice(-9)}`,
  ];
  for (const status of [400, 401, 402, 404, 429, 500, 503])
    for (const message of told) {
      fake.always({ status, body: { error: { message, code: message, metadata: { raw: message } } } });
      const { provider, lines } = providerAt(fake.baseUrl);
      const failure = await failureOf(provider.ask(question(), { signal }));
      const shown = JSON.stringify([failure.message, failure.more, failure.stack, lines]);
      for (const part of [key, key.slice(0, 8), key.slice(-8), "****"]) expect(shown).not.toContain(part);
    }
});

it("a prompt of which the server read a sixth or less is noted, without its words", async () => {
  const { provider, lines } = providerAt(fake.baseUrl);
  fake.always({ text });
  await provider.ask(question({ prompt: "word ".repeat(4000) }), { signal });
  expect(lines).toEqual([]);
  await provider.ask(question({ prompt: "word ".repeat(6000) }), { signal });
  expect(lines).toEqual([JSON.stringify(["prompt_cut", { model: "llama3.1:8b", tokens: 4321 }])]);
});

it("knows each refusal of the table without a server, too", () => {
  for (const [, { status, body }, reason] of refusals) {
    const said = typeof body === "string" ? body : JSON.stringify(body);
    expect([status, said, failureIn(refusalOf(status, {}, said))]).toEqual([status, said, reason]);
  }
});
