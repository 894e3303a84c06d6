// A batch that the second live writer wrote: what is stored, what its page says, and what the operator is told.
import { afterEach, beforeEach, expect, it } from "vitest";
import { getBatch, getTask, refine, request, runQueued } from "~/features/generation/generation.server";
import { createLog } from "~/ground/telemetry/log.server";
import { systemClock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { chooseWriter } from "~/ports/ai/index.server";
import { originOf } from "~/screens/generate/origin";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeGemini, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { type FakeOpenAi, startFakeOpenAi, tokens } from "~tests/support/fakes/fake-openai";
import { makePerson, type Person } from "~tests/support/people/make";
import { settingsOf } from "../../ports/compatible/asking";

let gemini: FakeGemini;
let openAi: FakeOpenAi;
let app: TestApp;
let alice: Person;
beforeEach(async () => {
  [gemini, openAi] = [await startFakeGemini(), await startFakeOpenAi("ollama")];
  const config = {
    writer: "gemini" as const,
    fallback: true,
    gemini: { apiKey: "test-key", model: "gemini-3.5-flash-lite", baseUrl: gemini.origin },
    compatible: settingsOf(openAi.baseUrl),
    dataDir: "no-such-folder",
  };
  const log = createLog({ logLevel: "silent" });
  // The writer tells the App's time, but its short waits end by themselves.
  const clock = { ...systemClock, now: () => app.clock.now(), monotonic: () => app.clock.monotonic() };
  app = await createTestApp({
    ai: chooseWriter({ config, clock, log, random: Math.random }),
    config: { alertUrl: "https://alerts.example" },
  });
  alice = await makePerson(app, "alice");
});
afterEach(async () => {
  await app.close();
  await gemini.close();
  await openAi.close();
});

async function run(id: string) {
  await (
    await runQueued(app)
  ).done;
  return getTask(app, id, alice.user.id);
}

async function generate(webSearch = false) {
  const id = await request(app, { userId: alice.user.id, accountId: null, topic: "slow travel", webSearch });
  const task = await run(id);
  return { task, batch: task.batchId === null ? null : await getBatch(app, task.batchId, alice.user.id) };
}

const stored = () => app.db.selectFrom("batches").selectAll().executeTakeFirstOrThrow();
const refusals = () => app.db.selectFrom("events").select("detail").where("type", "=", "writer.refused").execute();

it("is stored under the one who wrote it, with the first one's failure and the tokens of both", async () => {
  gemini.always(replies.perDay());
  const { batch } = await generate();
  expect(batch && originOf(batch)).toBe("Written by llama3.1:8b, because Gemini’s quota for today is used up.");
  expect(await stored()).toMatchObject({
    writer: "compatible",
    model: "llama3.1:8b",
    writer_place: new URL(openAi.baseUrl).host,
    instead_of: "quota",
    input_tokens: tokens.prompt_tokens,
    output_tokens: tokens.completion_tokens,
  });
  expect(await refusals()).toEqual([{ detail: "quota" }]);
});

it("says that the second one didn't search, not the first", async () => {
  gemini.always(replies.perDay());
  const { batch } = await generate(true);
  expect(batch && originOf(batch)).toMatch(/used up\. llama3\.1:8b didn’t search the web for these\./);
});

it("names the second one, too, if it only mended", async () => {
  const long = "word ".repeat(60).trim();
  gemini.next(replies.tweets(["one", "two", "three", "four", long]), replies.overloaded());
  gemini.always(replies.perMinute("29s"));
  const { batch } = await generate();
  expect(batch?.tweets.length).toBeGreaterThanOrEqual(4);
  expect(await stored()).toMatchObject({ writer: "compatible", model: "llama3.1:8b", instead_of: "busy" });
  expect(await refusals()).toEqual([]);
});

it("names nobody else if the chosen one wrote all of it", async () => {
  const { batch } = await generate();
  expect(batch?.insteadOf).toBeNull();
  expect(await stored()).toMatchObject({ writer: "gemini", instead_of: null });
  expect(openAi.calls).toHaveLength(0);
});

it("a topic that Gemini blocks goes to no second place", async () => {
  gemini.always(replies.blockedPrompt("SAFETY"));
  expect((await generate()).task).toMatchObject({ status: "failed", errorCode: "blocked" });
  expect(openAi.calls).toHaveLength(0);
});

it("a rewrite says in its note who wrote it", async () => {
  const { batch } = await generate();
  gemini.always(replies.wrongKey());
  const tweetId = batch?.tweets[0]?.id ?? 0;
  const task = await run(await refine(app, { userId: alice.user.id, tweetId, instruction: "bolder", words: null }));
  expect(task).toMatchObject({
    status: "success",
    note: "Written by llama3.1:8b, because Gemini didn’t accept the API key.",
  });
});

it("a task that ends in less than 15 seconds stays with the first one", async () => {
  gemini.always(replies.perDay());
  const id = await request(app, { userId: alice.user.id, accountId: null, topic: "slow travel", webSearch: false });
  app.clock.advance(seconds(62));
  expect(await run(id)).toMatchObject({ status: "failed", errorCode: "quota" });
  expect(openAi.calls).toHaveLength(0);
});
