// The doctor's lines about a model at any address: reached, there, asked in which form, and at what cost.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { aboutModel, tryWords } from "~/features/doctor/model";
import { examine } from "~/features/doctor/doctor.server";
import type { CompatibleSettings } from "~/ground/config-ai";
import { checkServer } from "~/ports/ai/compatible/check.server";
import { createLive } from "~/ports/ai/live/writer.server";
import { readPrompts } from "~/ports/ai/prompts.server";
import { tryServer } from "~/ports/ai/compatible/try.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeOpenAi, refusedKey, startFakeOpenAi } from "~tests/support/fakes/fake-openai";
import { ask } from "~tests/ports/ai.contract";
import { key, providerAt, question, settingsOf, signal } from "~tests/ports/compatible/asking";

let app: TestApp;
let fake: FakeOpenAi;
const folder = mkdtempSync(join(tmpdir(), "linnet-doctor-model-"));
beforeEach(async () => {
  fake = await startFakeOpenAi("ollama");
  app = await createTestApp({ config: { compatible: settingsOf(fake.baseUrl), dataDir: folder } });
});
afterEach(async () => {
  await app.close();
  await fake.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = () => new URL(fake.baseUrl).host;
const set = (more: Partial<CompatibleSettings>) => void (app.config.compatible = settingsOf(fake.baseUrl, more));
const lines = async () => {
  const found = await examine(app, { silentMs: 0, obstacle: null });
  return Object.fromEntries(found.filter(({ id }) => /^(?:model|gemini)-/.test(id)).map((line) => [line.id, line]));
};

it("says that all is well, by one free call, and nothing of a key for Gemini", async () => {
  const found = await lines();
  expect(Object.keys(found)).toEqual(["model-address", "model-name", "model-answers", "model-cost"]);
  expect(found["model-address"]).toMatchObject({ state: "good", message: `${place()} responds.` });
  expect(found["model-name"]).toMatchObject({ state: "good", message: `${place()} has “llama3.1:8b”.` });
  expect(fake.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /v1/models"]);
});

it("names the models that are there instead", async () => {
  set({ model: "llama3" });
  expect((await lines())["model-name"]).toMatchObject({
    state: "bad",
    message: "“llama3” isn’t available. It has: llama3.1:8b, qwen3:4b.",
  });
  const ids = Array.from({ length: 12 }, (_, n) => ({ id: `model-${n}` }));
  fake.next({ status: 200, body: { data: ids } });
  expect((await lines())["model-name"]?.message).toMatch(/It has: (?:model-\d, ){7}model-7, …\.$/);
});

it("takes Ollama's name without a tag", async () => {
  set({ model: "llama3" });
  fake.next({ status: 200, body: { data: [{ id: "llama3:latest" }] } });
  expect((await lines())["model-name"]?.state).toBe("good");
});

it.each<[string, Parameters<FakeOpenAi["next"]>[0], string, string | RegExp]>([
  ["is no API", { status: 404, body: "404 page not found" }, "model-address", /usually ends in \/v1/],
  [
    "redirects",
    { status: 308, body: "", headers: { location: "https://x.example" } },
    "model-address",
    /Put the final one/,
  ],
  ["is a page", { status: 200, body: "<html></html>" }, "model-address", /usually ends in \/v1/],
  ["breaks", { status: 500, body: "x" }, "model-address", /responds with an error/],
  ["has no credit", { status: 402, body: { error: "Insufficient Balance" } }, "model-name", /used up/],
])("says what is wrong where the address %s", async (_, reply, id, words) => {
  fake.next(reply);
  expect((await lines())[id]).toMatchObject({ state: "bad", message: expect.stringMatching(words) as string });
});

it("says that the key is refused, and never shows one", async () => {
  set({ apiKey: refusedKey });
  const found = await lines();
  expect(found["model-name"]).toMatchObject({ state: "bad", todo: expect.stringContaining("AI_API_KEY") as string });
  set({});
  expect(JSON.stringify([found, await lines()])).not.toMatch(new RegExp(`${refusedKey}|${key}`));
});

it("says of a server without a list that it can't check the name", async () => {
  fake.next({ status: 404, body: { detail: "Not Found" } });
  const found = await lines();
  expect([found["model-address"]?.state, found["model-name"]?.state]).toEqual(["good", "off"]);
});

describe("a list that everybody gets", () => {
  it("proves no key, and the line says so", () => {
    const settings = settingsOf("https://openrouter.ai/api/v1", { isHome: false, model: "m" });
    const check = { fault: null, hint: null, models: ["m"], hasModel: true, isPublicList: true, serverTime: null };
    const [, name, , cost] = aboutModel({ settings, check, seen: null, isInContainer: false });
    expect(name?.message).toBe("openrouter.ai has “m”. This list is public, so it doesn’t show that the key works.");
    expect(cost).toMatchObject({ state: "good", message: "OpenRouter reports the cost of each response." });
  });
});

it("knows localhost within a container", async () => {
  await fake.close();
  const settings = settingsOf(fake.baseUrl);
  const check = await checkServer(settings, app.clock);
  const messageOf = (isInContainer: boolean) => aboutModel({ settings, check, seen: null, isInContainer })[0]?.message;
  expect(messageOf(true)).toBe(
    "Inside a container, localhost is the container itself. Use http://host.docker.internal:11434/v1.",
  );
  expect(messageOf(false)).toBe(`Couldn’t reach ${place()}.`);
  fake = await startFakeOpenAi();
});

it("says in which form the server answers, and where it read only a part", async () => {
  expect((await lines())["model-answers"]).toMatchObject({
    state: "off",
    todo: expect.stringContaining("--ask") as string,
  });
  const { provider } = providerAt(fake.baseUrl);
  await provider.ask(question(), { signal });
  expect((await lines())["model-answers"]).toMatchObject({
    state: "good",
    message: "The server accepts a JSON schema.",
  });
  await provider.ask(question({ prompt: "word ".repeat(6000) }), { signal });
  expect((await lines())["model-answers"]).toMatchObject({
    state: "check",
    message: "The server accepts a JSON schema. The model read only part of a prompt.",
  });
});

it("says how many of the last 50 answers couldn't be read", async () => {
  const writer = createLive(providerAt(fake.baseUrl).provider, {
    clock: app.clock,
    log: app.log,
    prompts: readPrompts(null),
  });
  const write = () => writer.writeTweets(ask()).catch(() => undefined);
  await write();
  expect((await lines())["model-answers"]).toMatchObject({
    state: "good",
    message: "The server accepts a JSON schema. Linnet could read the last answer.",
  });
  const good = () => fake.always(null);
  fake.always({ text: "I'd rather talk." });
  await write();
  expect((await lines())["model-answers"]).toMatchObject({
    state: "check",
    message: "The server accepts a JSON schema. Linnet couldn’t read 2 of the last 3 answers (67%).",
    todo: expect.stringContaining("larger model") as string,
  });
  good();
  for (let n = 0; n < 48; n += 1) await write();
  expect((await lines())["model-answers"]).toMatchObject({
    state: "good",
    message: "The server accepts a JSON schema. Linnet couldn’t read 2 of the last 50 answers (4%).",
  });
  await write();
  await write();
  expect((await lines())["model-answers"]?.message).toMatch(/Linnet could read the last 50 answers\.$/);
});

it.each<[Partial<CompatibleSettings>, string, RegExp]>([
  [{ apiKey: null }, "good", /no API cost/],
  [{ price: { input: 150_000, output: 600_000 } }, "good", /\$0\.15 per million tokens in and \$0\.6 out/],
  [{ isHome: false }, "off", /if the server reports it/],
])("says what an answer costs: %j", async (settings, state, words) => {
  set(settings);
  expect((await lines())["model-cost"]).toMatchObject({ state, message: expect.stringMatching(words) as string });
});

it("asks for two tweets where it is asked to, and says what they cost", async () => {
  const settings = settingsOf(fake.baseUrl, { price: { input: 150_000, output: 600_000 } });
  fake.next({ text: '{"tweets":["one","two"]}' });
  expect(tryWords(await tryServer(settings, app.clock))).toMatchObject({
    state: "good",
    message: "Linnet read 2 of 2 tweets after 0 s. 4321 tokens in, 210 out. $0.000775.",
  });
  fake.next({ text: "I'd rather talk." });
  expect(tryWords(await tryServer(settings, app.clock))).toMatchObject({ state: "bad" });
  fake.next({ status: 401, body: { error: "x" } });
  expect(tryWords(await tryServer(settings, app.clock)).message).toContain("didn’t accept the API key");
});
