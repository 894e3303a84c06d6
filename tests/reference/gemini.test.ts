// Gemini's real client and the published schema: what we ask, what our fake answers, and a sentence for each refusal seen.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import type { WriterFailure } from "~/ports/ai/port";
import { ask, askThread, failureOf } from "~tests/ports/ai.contract";
import { type FakeGemini, type FakeReply, grounding, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { blockReasons, finishReasons } from "~tests/support/fakes/gemini-reasons";
import { bodyOf, mustFitGemini, observed, reference } from "./schemas";

/** Waits end at once, limits never. */
const hasty: Clock = {
  now: () => Date.UTC(2026, 10, 20, 12),
  monotonic: () => 0,
  after(ms, run) {
    if (ms >= seconds(30)) return () => {};
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  },
};

let fake: FakeGemini;
beforeEach(async () => {
  fake = await startFakeGemini();
});
afterEach(() => fake.close());

const gemini = (model = "gemini-3.5-flash-lite") =>
  createGemini({
    apiKey: "test-key",
    model,
    baseUrl: fake.origin,
    log: createLog({ logLevel: "silent" }),
    clock: hasty,
  });

describe("what we ask fits the schema", () => {
  it.each([
    ["without a search", "gemini-3.5-flash-lite", {}, 1],
    ["with a search", "gemini-3.5-flash-lite", { webSearch: true }, 1],
    ["with a search before 3, in two calls", "gemini-2.5-flash", { webSearch: true }, 2],
  ])("%s", async (_name, model, more, calls) => {
    await gemini(model).writeTweets(ask(more));
    await gemini(model).writeThread(askThread(more));
    expect(fake.calls).toHaveLength(2 * calls);
    for (const call of fake.calls) mustFitGemini("Req.GenerateContentRequest", call.body);
  });

  it("and what doesn't fit is refused", () => {
    expect(() => mustFitGemini("Req.GenerateContentRequest", { contents: [], response_format: {} })).toThrow();
  });
});

it("a model's page is as the schema has it", async () => {
  const answer = await fetch(`${fake.origin}/v1beta/models/gemini-3.5-flash-lite`, {
    headers: { "x-goog-api-key": "test-key" },
  });
  mustFitGemini("Res.Model", await answer.json());
});

describe("what our fake answers fits it too", () => {
  const made: [string, FakeReply][] = [
    ["tweets", replies.tweets(["one"], { thought: "hm", grounding: grounding() })],
    ["a blocked prompt", replies.blockedPrompt("SAFETY")],
    ["no candidates", replies.noCandidates()],
    ["a stop", replies.stopped("MAX_TOKENS")],
    ["a spent minute", replies.perMinute("29.5s")],
    ["a spent day", replies.perDay()],
    ["no quota", replies.noQuota()],
    ["an unnamed quota", replies.unnamed()],
    ["high demand", replies.highDemand()],
    ["no authentication", replies.unauthenticated()],
    ["an unknown field", replies.unknownField()],
    ["exhaustion", replies.exhausted()],
    ["overload", replies.overloaded()],
    ["a wrong key", replies.wrongKey()],
    ["no permission", replies.forbidden()],
    ["the wrong region", replies.wrongRegion()],
    ["an unknown model", replies.unknownModel("gemini-x")],
    ["JSON with tools", replies.jsonWithTools()],
    ["an invalid request", replies.invalid()],
    ["an inner error", replies.broken()],
    ["a deadline", replies.tooSlow()],
  ];
  it.each(made)("%s", (_name, reply) => {
    if ("wire" in reply) throw new Error("a body expected");
    mustFitGemini(reply.status === 200 ? "Res.GenerateContentResponse" : "Res.ErrorEnvelope", reply.body);
  });
});

it("our list of reasons is Google's", () => {
  const { definitions } = reference<{
    definitions: Record<string, { properties: Record<string, { enum?: string[] }> }>;
  }>("gemini-subset.schema.json");
  const reasons = (of: string, name: string) => definitions[of]?.properties[name]?.enum?.toSorted();
  expect(Object.keys(finishReasons).sort()).toEqual(reasons("Res.Candidate", "finishReason"));
  expect(blockReasons.toSorted()).toEqual(reasons("Res.PromptFeedback", "blockReason"));
});

describe("each refusal that was seen has a sentence of its own", () => {
  const seen = observed("gemini-observed-errors.json");
  const expected: Record<string, [WriterFailure, RegExp, calls: number]> = {
    "quota-day-429": ["quota", /midnight Pacific time \((?:[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, )?08:00 UTC\)/, 1],
    "quota-minute-429": ["busy", /limit per minute .* 29 seconds/, 1],
    "quota-help-only-429": ["busy", /not which/, 3],
    "quota-bare-429": ["busy", /accepting requests right now/, 3],
    "overloaded-503": ["busy", /overloaded/, 3],
    "high-demand-503": ["busy", /high demand/, 3],
    "tool-with-json-400": ["failed", /web search off/, 1],
    "unknown-field-400": ["failed", /Update Linnet/, 1],
  };
  const sentences = new Map<string, string>();

  it.each(seen)("$id", async (one) => {
    const [reason, words, calls] = expected[one.id] ?? [];
    fake.always({ status: one.status, body: bodyOf(one) });
    const failure = await failureOf(gemini().writeTweets(ask()));
    expect(failure.reason).toBe(reason);
    expect(failure.message).toMatch(words ?? /an observation without an expectation/);
    expect(fake.calls).toHaveLength(calls ?? -1);
    sentences.set(one.id, failure.message);
  });

  it("no two alike, and none forgotten", () => {
    expect([...sentences.keys()].sort()).toEqual(Object.keys(expected).sort());
    expect(new Set(sentences.values()).size).toBe(sentences.size);
  });
});
