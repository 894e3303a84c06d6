// Two live writers: for which failures the other one takes over, who is said to have written, and what both cost.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "~/ground/telemetry/log.server";
import { type Metric, onMetric } from "~/ground/telemetry/metrics.server";
import { seconds } from "~/ground/time/duration";
import { lastsOf } from "~/features/generation/batch";
import { chooseWriter } from "~/ports/ai/index.server";
import type { PassedOn, Writer } from "~/ports/ai/port";
import { type HandClock, handClock } from "~tests/support/clock";
import { type FakeGemini, type FakeReply, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { type ChatReply, type FakeOpenAi, startFakeOpenAi, tokens } from "~tests/support/fakes/fake-openai";
import { ask, askThread, failureOf } from "./ai.contract";
import { settingsOf } from "./compatible/asking";

let gemini: FakeGemini;
let openAi: FakeOpenAi;
let clock: HandClock;
const metrics: Metric[] = [];
onMetric((metric) => void metrics.push(metric));

beforeEach(async () => {
  gemini = await startFakeGemini();
  openAi = await startFakeOpenAi("ollama");
  clock = handClock();
  metrics.length = 0;
});
afterEach(async () => {
  await gemini.close();
  await openAi.close();
});

const geminiModel = "gemini-3.5-flash-lite";

function writerOf(writer: "gemini" | "compatible", more: { fallback?: boolean; timeoutMs?: number } = {}): Writer {
  const { fallback = true, timeoutMs = seconds(60) } = more;
  const config = {
    writer,
    fallback,
    gemini: { apiKey: "test-key", model: geminiModel, baseUrl: gemini.origin },
    compatible: settingsOf(openAi.baseUrl, { timeoutMs }),
    dataDir: "no-such-folder",
  };
  return chooseWriter({ config, clock, log: createLog({ logLevel: "silent" }), random: Math.random });
}

const refusal = (status: number, message: string, headers: Record<string, string> = {}): ChatReply => ({
  status,
  headers,
  body: { error: { message } },
});

const geminiFails: Record<PassedOn, FakeReply> = {
  busy: replies.perMinute("29.5s"),
  quota: replies.perDay(),
  unreachable: replies.reset(),
  region: replies.wrongRegion(),
  key: replies.wrongKey(),
  model: replies.unknownModel("gemini-x"),
  timeout: replies.tooSlow(),
};

const compatibleFails: Record<PassedOn, ChatReply> = {
  busy: refusal(429, "Slow down", { "retry-after": "45" }),
  quota: refusal(402, "Insufficient credits"),
  unreachable: { connection: "reset" },
  region: refusal(403, "Country, region, or territory not supported"),
  key: refusal(401, "Invalid API key"),
  model: refusal(404, "model 'llama3.1:8b' not found, try pulling it first"),
  timeout: refusal(504, "Gateway timeout"),
};

const directions = [
  ["gemini", "compatible"],
  ["compatible", "gemini"],
] as const;
const cases = directions.flatMap(([first, second]) =>
  (Object.keys(geminiFails) as PassedOn[]).map((reason) => [first, second, reason] as const),
);

function fail(writer: "gemini" | "compatible", reason: PassedOn): void {
  if (writer === "gemini") gemini.always(geminiFails[reason]);
  else openAi.always(compatibleFails[reason]);
}
const callsOf = (writer: "gemini" | "compatible"): number => (writer === "gemini" ? gemini : openAi).calls.length;
const placeOf = (writer: "gemini" | "compatible"): string =>
  new URL(writer === "gemini" ? gemini.origin : openAi.baseUrl).host;

describe.each(cases)("%s fails and %s takes over: %s", (first, second, insteadOf) => {
  it("the other one writes, and the result says who and why", async () => {
    fail(first, insteadOf);
    const written = await writerOf(first).writeTweets(ask());
    expect(written.texts).toHaveLength(5);
    expect(written.substitute).toEqual({ kind: second, place: placeOf(second), insteadOf });
    expect(written.model).toBe(second === "gemini" ? geminiModel : "llama3.1:8b");
    expect([callsOf(first), callsOf(second)]).toEqual([1, 1]);
  });

  it("with AI_FALLBACK off nothing goes to the second place", async () => {
    fail(first, insteadOf);
    const error = await failureOf(writerOf(first, { fallback: false }).writeTweets(ask()));
    expect(error.reason).toBe(insteadOf);
    expect(callsOf(second)).toBe(0);
  });
});

describe.each(directions)("%s, with %s behind it", (first, second) => {
  const script = (replied: { gemini: FakeReply; compatible: ChatReply }): void =>
    first === "gemini" ? gemini.always(replied.gemini) : openAi.always(replied.compatible);

  it.each([
    ["blocked", { gemini: replies.blockedPrompt("SAFETY"), compatible: { text: "", finish: "content_filter" } }, 1],
    ["malformed", { gemini: replies.text('{"tweets": [1, 2]}'), compatible: { text: '{"tweets": [1, 2]}' } }, 2],
    ["empty", { gemini: replies.tweets([]), compatible: { text: '{"tweets": []}' } }, 2],
    ["cut", { gemini: replies.stopped("MAX_TOKENS"), compatible: { text: '{"tweets": ["One', finish: "length" } }, 1],
  ] as const)("keeps what is about the topic or the answer: %s", async (reason, replied, calls) => {
    script(replied);
    expect((await failureOf(writerOf(first).writeTweets(ask()))).reason).toBe(reason);
    expect([callsOf(first), callsOf(second)]).toEqual([calls, 0]);
  });

  it("every verb passes on", async () => {
    fail(first, "quota");
    const writer = writerOf(first);
    const { signal } = new AbortController();
    const product = { description: "A booking page for sailing schools.", summary: "A page", tags: ["Sailing"] };
    const written = [
      await writer.writeTweets(ask()),
      await writer.writeThread(askThread()),
      await writer.refine({ text: "Most meetings are habits.", instruction: "bolder", words: null, topic: "", signal }),
      await writer.analyse({ description: product.description, signal }),
      await writer.writeForProduct({ product, avoid: [], count: 3, signal }),
    ];
    expect(written.map(({ substitute }) => substitute?.kind)).toEqual(written.map(() => second));
    expect([callsOf(first), callsOf(second)]).toEqual([5, 5]);
  });

  it("writes itself while it can", async () => {
    const { substitute } = await writerOf(first).writeTweets(ask());
    expect(substitute).toBeUndefined();
    expect([callsOf(first), callsOf(second)]).toEqual([1, 0]);
  });

  it.each([
    [seconds(15), 1],
    [seconds(15) - 1, 0],
  ])("passes on only with 15 s left: %i ms", async (left, calls) => {
    fail(first, "busy");
    const written = writerOf(first).writeTweets(ask({ endsAt: clock.monotonic() + left }));
    if (calls === 0) expect((await failureOf(written)).reason).toBe("busy");
    else expect((await written).texts).toHaveLength(5);
    expect(callsOf(second)).toBe(calls);
  });

  it("passes nothing on once the caller has given up", async () => {
    const error = await failureOf(writerOf(first).writeTweets(ask({ signal: AbortSignal.abort() })));
    expect(error.reason).toBe("aborted");
    expect(callsOf(second)).toBe(0);
  });

  it("says why the first one failed if the second isn't available either", async () => {
    fail(first, "quota");
    fail(second, "unreachable");
    expect((await failureOf(writerOf(first).writeTweets(ask()))).reason).toBe("quota");
    expect([callsOf(first), callsOf(second)]).toEqual([1, 1]);
  });

  it("counts each call under its own writer", async () => {
    fail(first, "key");
    await writerOf(first).writeTweets(ask());
    const counted = metrics.flatMap((metric) => (metric.kind === "writing" ? [[metric.writer, metric.outcome]] : []));
    expect(counted).toEqual([
      [first, "key"],
      [second, "written"],
    ]);
  });

  it("lasts as long as the slower one needs, and names both", () => {
    const writer = writerOf(first, { timeoutMs: seconds(300) });
    expect(lastsOf(writer)).toBe(seconds(320));
    expect(writer.second?.kind).toBe(second);
  });
});

describe("tokens of both", () => {
  /** An answer that isn't JSON costs tokens; the next call is refused. */
  it("are summed, if the second one writes", async () => {
    openAi.next({ text: "No list today." }, compatibleFails.quota);
    const written = await writerOf("compatible").writeTweets(ask());
    expect(written.substitute?.insteadOf).toBe("quota");
    const alone = await writerOf("gemini", { fallback: false }).writeTweets(ask());
    expect(written.inputTokens).toBe(tokens.prompt_tokens + alone.inputTokens);
    expect(written.outputTokens).toBe(tokens.completion_tokens + alone.outputTokens);
  });

  it("are summed, if the second one is blocked, whose refusal is the answer", async () => {
    openAi.next({ text: "No list today." }, compatibleFails.quota);
    gemini.always(replies.stopped("SAFETY"));
    const error = await failureOf(writerOf("compatible").writeTweets(ask()));
    expect(error.reason).toBe("blocked");
    expect(error.more.spent?.inputTokens).toBeGreaterThan(tokens.prompt_tokens);
  });
});
