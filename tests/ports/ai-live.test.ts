// The live writer over a provider that can't search, or has its own words for a refusal.
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { createLog } from "~/ground/telemetry/log.server";
import { geminiProvider } from "~/ports/ai/gemini/provider.server";
import { createLive } from "~/ports/ai/live/writer.server";
import { readPrompts } from "~/ports/ai/prompts.server";
import { type FakeGemini, grounding, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { ask, askThread } from "./ai.contract";

const parts = { clock: systemClock, log: createLog({ logLevel: "silent" }), prompts: readPrompts(null) };

let fake: FakeGemini;
beforeEach(async () => {
  fake = await startFakeGemini();
});
afterEach(() => fake.close());

const provider = () =>
  geminiProvider({ apiKey: "test-key", model: "gemini-3.5-flash-lite", baseUrl: fake.origin }, parts);

it("a provider that can't search is asked once, without a search and without a word about it", async () => {
  const writer = createLive({ ...provider(), searches: "no" }, parts);
  expect((await writer.writeTweets(ask({ webSearch: true }))).searched).toBe(false);
  expect((await writer.writeThread(askThread({ webSearch: true }))).searched).toBe(false);
  expect(fake.calls).toHaveLength(2);
  for (const { body } of fake.calls) {
    expect(body.tools).toBeUndefined();
    expect(body.contents?.[0]?.parts[0]?.text).not.toContain("Search the web");
  }
});

it("a provider that names no refusal of a search with JSON fails as it says", async () => {
  fake.always(replies.jsonWithTools());
  const { refusesJsonWithSearch, ...silent } = provider();
  expect(refusesJsonWithSearch).toBeDefined();
  await expect(createLive(silent, parts).writeTweets(ask({ webSearch: true }))).rejects.toMatchObject({
    reason: "failed",
  });
  expect(fake.calls).toHaveLength(1);
});

it("a provider that always searches apart is asked in two calls", async () => {
  fake.next(replies.text("a draft", { grounding: grounding() }));
  const writer = createLive({ ...provider(), searches: "apart" }, parts);
  expect((await writer.writeTweets(ask({ webSearch: true }))).searched).toBe(true);
  expect(fake.calls.map(({ body }) => body.tools !== undefined)).toEqual([true, false]);
});

it("says where words are sent: a host and port, without the rest of the address", () => {
  const settings = { apiKey: "test-key", model: "gemini-3.6-flash" };
  expect(geminiProvider({ ...settings, baseUrl: null }, parts).place).toBe("generativelanguage.googleapis.com");
  expect(geminiProvider({ ...settings, baseUrl: "http://127.0.0.1:8080/v1?key=1" }, parts).place).toBe(
    "127.0.0.1:8080",
  );
});

const usage = (promptTokenCount: number, candidatesTokenCount: number) => ({
  usage: { promptTokenCount, candidatesTokenCount },
});
const unmetered = { status: 200, body: { candidates: [{ content: { parts: [{ text: '["one"]' }] } }] } };

it("a cost is the sum of its answers' list prices, unreadable ones included", async () => {
  fake.next(replies.text("no JSON", usage(1_000, 0)), replies.tweets(["one"], usage(1_000, 100)));
  const written = await createLive(provider(), parts).writeTweets(ask());
  expect(written).toMatchObject({ costMicros: 300 + 550, unmetered: 0, cut: false, searched: false });
});

it("one answer without tokens makes the cost unknown, never 0, and the tokens a lower bound", async () => {
  fake.next(replies.text("no JSON", usage(1_000, 0)), unmetered);
  const written = await createLive(provider(), parts).writeTweets(ask());
  expect(written).toMatchObject({ texts: ["one"], inputTokens: 1_000, costMicros: null, unmetered: 1 });
});

it("a search makes the cost unknown, as Google bills it apart, and a failure tells what it cost", async () => {
  expect(await createLive(provider(), parts).writeTweets(ask({ webSearch: true }))).toMatchObject({
    searched: true,
    costMicros: null,
    unmetered: 0,
  });
  fake.always(replies.text("no JSON", usage(1_000, 100)));
  await expect(createLive(provider(), parts).writeTweets(ask())).rejects.toMatchObject({
    reason: "malformed",
    more: { spent: { inputTokens: 2_000, outputTokens: 200, costMicros: 1_100, unmetered: 0 } },
  });
});

it("an answer that the service cut short counts where it can be read, and fails as cut else", async () => {
  const cutting = provider();
  const writer = createLive(
    { ...cutting, ask: async (...question) => ({ ...(await cutting.ask(...question)), end: "cut" }) },
    parts,
  );
  fake.next(replies.tweets(["one", "two", "three"]), replies.text('{"tweets": ["one", "tw'));
  expect(await writer.writeTweets(ask({ count: 5 }))).toMatchObject({ texts: ["one", "two", "three"], cut: true });
  await expect(writer.writeTweets(ask())).rejects.toMatchObject({ reason: "cut" });
  expect(fake.calls).toHaveLength(2);
  expect(await writer.writeTweets(ask())).toMatchObject({ cut: false });
  await expect(writer.writeThread(askThread({ parts: 4 }))).resolves.toMatchObject({ cut: false });
});
