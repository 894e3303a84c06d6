// /generate without a browser: the example is for whoever has asked for nothing yet, and its tweets say what they are.
import { afterEach, beforeEach, expect, it } from "vitest";
import { runQueued } from "~/features/generation/generation.server";
import { isPostable } from "~/features/tweets/text.server";
import { finished, showcase, stockText, tooMuch, writtenBefore } from "~/ports/ai/demo/showcase";
import { loadGenerate } from "~/screens/generate/load.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await atScreens(app, "alice");
});
afterEach(() => app?.close());

const load = (path: string) => loadGenerate({ request: alice.request(path), context: {} });

/** Asks for tweets, and looks at them. */
async function generate(topic: string) {
  const came = await alice.act("/generate", { intent: "generate", topic });
  await (
    await runQueued(app)
  ).done;
  const gone: unknown = await load("to" in came ? came.to : "").catch((away: unknown) => away);
  return load(gone instanceof Response ? (gone.headers.get("location") ?? "") : "");
}

it("the example is answered with its tweets, which are said to be written beforehand, and then is shown no more", async () => {
  const data = await load("/generate");
  expect(data).toMatchObject({ view: "input", example: showcase.topic });
  const batch = await generate(showcase.topic);
  expect(batch).toMatchObject({ hint: expect.stringContaining(writtenBefore) });
  if (batch.view === "results") expect(batch.tweets.map(({ content }) => content)).toEqual(showcase.tweets);
  expect(await load("/generate")).toMatchObject({ view: "input", example: null });
});

it("any other topic is the demo writer's own work, and says so", async () => {
  expect(await generate("keeping bees")).toMatchObject({
    hint: expect.stringMatching(/^Written by the demo writer\./),
  });
});

it("the example's second batch is the other five, and the third is in the demo writer's own sentences", async () => {
  const texts = async () => {
    const batch = await generate(showcase.topic);
    return batch.view === "results" ? batch.tweets.map(({ content }) => content) : [];
  };
  expect([...(await texts()), ...(await texts())]).toEqual(finished);
  const third = await texts();
  expect(third).toHaveLength(5);
  expect(third.filter((text) => finished.includes(text))).toEqual([]);
});

it("a brief of 600 characters gets three samples below a sentence that says why", async () => {
  const batch = await generate("Our page turns a good evening into a walk for two. ".repeat(11));
  expect(batch).toMatchObject({ hint: expect.stringContaining(`${tooMuch} ${writtenBefore}`) });
  const { note } = await app.db.selectFrom("generation_tasks").select("note").executeTakeFirstOrThrow();
  expect(note).toBe(`${tooMuch} ${writtenBefore}`);
  if (batch.view !== "results") throw new Error("a batch is shown as results");
  expect(batch.tweets).toHaveLength(3);
  for (const { content } of batch.tweets) expect(finished).toContain(content);
});

it("a topic in another language is quoted in English sentences, which the page says", async () => {
  const batch = await generate("Kündigung in der Probezeit");
  expect(batch).toMatchObject({ hint: expect.stringContaining("It writes only English.") });
  if (batch.view === "results")
    for (const { content } of batch.tweets) expect(content).toContain("“Kündigung in der Probezeit");
  const data = await load("/generate");
  expect(data).toMatchObject({ writerHint: expect.stringMatching(/^Demo writer: English samples\./) });
});

it("a German topic of a known domain gets English sentences on it, which the page says", async () => {
  const batch = await generate("Preise erhöhen");
  expect(batch).toMatchObject({ hint: expect.stringContaining("It writes only English.") });
  if (batch.view !== "results") throw new Error("a batch is shown as results");
  expect(batch.tweets).toHaveLength(5);
  for (const { content } of batch.tweets) expect(content).not.toContain("Preise");
});

it("test mode shows the same tweets, one of each state, with nothing written to the database", async () => {
  const sample = await load("/generate?test=1&sample=1");
  expect(sample).toMatchObject({
    test: true,
    batchId: null,
    hint: expect.stringContaining(`Sample data: nothing here is posted. ${writtenBefore}`),
  });
  if (sample.view !== "results") throw new Error("the sample is shown as results");
  expect(sample.tweets.map(({ content }) => content)).toEqual(showcase.tweets);
  expect(new Set(sample.tweets.map(({ status }) => status)).size).toBe(5);
  for (const { content, weightedLength } of sample.tweets)
    expect(isPostable(content)).toMatchObject({ ok: true, length: weightedLength });
  expect(await app.db.selectFrom("tweets").selectAll().execute()).toEqual([]);
});

it("Generate tells an admin how to add a key, and others that their admin can", async () => {
  const line = { writerHint: "Demo writer: English samples. Your admin can connect Gemini or any other model." };
  expect(await load("/generate")).toMatchObject({ ...line, showsKeyHelp: true });
  const bob = await atScreens(app, "bob");
  const shown = await loadGenerate({ request: bob.request("/generate"), context: {} });
  expect(shown).toMatchObject({ ...line, showsKeyHelp: false });
  const { limits: _, ...live } = app.ai;
  app.ai = { ...live, kind: "gemini" };
  expect(await load("/generate")).toMatchObject({ writerHint: "Written by Gemini", showsKeyHelp: false });
});

it("a brief about a known domain gets five sentences on it, and the page says that they are stock", async () => {
  const batch = await generate("We sell a booking page to small sailing schools. ".repeat(12));
  expect(batch).toMatchObject({ hint: expect.stringContaining(`Written by the demo writer. ${stockText}`) });
  if (batch.view !== "results") throw new Error("a batch is shown as results");
  expect(batch.tweets).toHaveLength(5);
  for (const { content } of batch.tweets) expect(finished).not.toContain(content);
});
