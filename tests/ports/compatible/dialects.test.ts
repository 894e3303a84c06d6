// The compatible provider against nine servers, each in the shapes that others recorded.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bodyOf, firstDialect, learnNamed } from "~/ports/ai/compatible/dialect";
import { checkServer } from "~/ports/ai/compatible/check.server";
import { errorOf } from "~/ports/ai/compatible/server-error";
import {
  type DialectName,
  dialectNames,
  dialects,
  type FakeOpenAi,
  missingModel,
  refusedKey,
  startFakeOpenAi,
  tokens,
} from "~tests/support/fakes/fake-openai";
import { handClock } from "~tests/support/clock";
import { failureOf, key, providerAt, question, settingsOf, signal, textsIn } from "./asking";

/** Questions beyond the first that each costs once, and the form that it takes in the end. */
const learned: Record<DialectName, [extra: number, format: string | undefined]> = {
  openai: [0, "json_schema"],
  openrouter: [0, "json_schema"],
  mistral: [1, "json_schema"],
  groq: [1, "json_object"],
  deepseek: [1, "json_object"],
  ollama: [0, "json_schema"],
  lmstudio: [0, "json_schema"],
  llamacpp: [0, "json_schema"],
  vllm: [0, "json_schema"],
};

describe.each(dialectNames)("%s", (name) => {
  let fake: FakeOpenAi;
  beforeEach(async () => void (fake = await startFakeOpenAi(name)));
  afterEach(() => fake.close());

  it("answers, tells its tokens where it has some, and is learned once", async () => {
    const { provider } = providerAt(fake.baseUrl);
    for (let n = 0; n < 3; n += 1) {
      const answer = await provider.ask(question(), { signal });
      expect(textsIn(answer.text)).toHaveLength(3);
      expect(answer).toMatchObject({ end: "whole", searched: false, sources: [], model: "llama3.1:8b" });
      expect(answer.tokens).toEqual(
        name === "lmstudio" ? null : { input: tokens.prompt_tokens, output: tokens.completion_tokens },
      );
      expect(answer.costMicros).toBe(name === "openrouter" ? 81 : null);
    }
    const [extra, format] = learned[name];
    expect(fake.calls).toHaveLength(3 + extra);
    expect(fake.calls.at(-1)?.body.response_format?.type).toBe(format);
  });

  it("is asked in plain text without a form", async () => {
    const { provider } = providerAt(fake.baseUrl);
    const answer = await provider.ask(question({ shape: null }), { signal });
    expect(answer.text.split("\n---\n")).toHaveLength(3);
    expect(fake.calls.at(-1)?.body).not.toHaveProperty("response_format");
  });

  it.each([true, false])("keeps its thoughts out of the answer; streamed: %s", async (isStreamed) => {
    const { provider } = providerAt(fake.baseUrl, { first: { ...firstOf(fake), format: "text", usage: false } });
    const told = { text: '{"tweets":["a","b","c"]}', thoughts: '{"tweets":["hm"]}' };
    fake.next(isStreamed ? told : { status: 200, body: dialects[name].whole(told) });
    expect((await provider.ask(question(), { signal })).text).toBe(told.text);
  });

  it("refuses a key, a model and a long question, each in its own words", async () => {
    const refused = await failureOf(
      providerAt(fake.baseUrl, { apiKey: refusedKey }).provider.ask(question(), { signal }),
    );
    expect(refused.reason).toBe("key");
    fake.next(dialects[name].missingModel(missingModel));
    expect((await failureOf(providerAt(fake.baseUrl).provider.ask(question(), { signal }))).reason).toBe("model");
    fake.next(dialects[name].tooLong);
    const long = await failureOf(providerAt(fake.baseUrl).provider.ask(question(), { signal }));
    expect(long.reason).toBe("context");
    if (name !== "groq") expect(long.message).toMatch(/\(\d[\d,]* tokens\)/);
    expect(fake.calls).toHaveLength(3);
  });

  it("lists its models without a question", async () => {
    const { model } = dialects[name];
    const check = await checkServer(settingsOf(fake.baseUrl, { model }), handClock());
    expect(check).toMatchObject({ fault: null, hasModel: true });
    expect(await checkServer(settingsOf(fake.baseUrl, { model: "none" }), handClock())).toMatchObject({
      fault: null,
      hasModel: false,
      models: expect.arrayContaining([model]) as string[],
    });
    expect(fake.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill("GET /v1/models"));
  });
});

const firstOf = ({ baseUrl }: FakeOpenAi) => firstDialect({ baseUrl, reasoning: null });

const openRouter = { baseUrl: "https://openrouter.ai/api/v1", model: "m", reasoning: null };

describe("OpenRouter", () => {
  it("is told to keep nothing, and searches where that is asked for", () => {
    const first = firstDialect(openRouter);
    expect(bodyOf(question(), openRouter, first)).toMatchObject({ provider: { data_collection: "deny" } });
    expect(bodyOf(question(), openRouter, first)).not.toHaveProperty("plugins");
    expect(bodyOf(question({ search: true }), openRouter, first)).toMatchObject({ plugins: [{ id: "web" }] });
  });

  it("has searched only with proof, and its citations are the sources", async () => {
    const fake = await startFakeOpenAi("openrouter");
    const { provider } = providerAt(fake.baseUrl, { first: firstDialect(openRouter) });
    expect(provider.searches).toBe("with_json");
    expect(await provider.ask(question({ search: true }), { signal })).toMatchObject({
      searched: true,
      sources: [{ title: "Trains", url: "https://example.org/trains" }],
    });
    fake.next({ text: "{}" });
    expect(await provider.ask(question({ search: true }), { signal })).toMatchObject({ searched: false, sources: [] });
    fake.next({ text: "{}", searched: true });
    expect(await provider.ask(question(), { signal })).toMatchObject({ searched: false, sources: [] });
    await fake.close();
  });

  it("keeps its privacy where it says that a provider failed", () => {
    const body = {
      error: { code: 400, message: "Provider returned error", metadata: { provider_name: "A", raw: "bad" } },
    };
    const error = errorOf(body);
    expect(error?.words).toBe("bad");
    expect(error && learnNamed(firstDialect(openRouter), question(), error)).toBeNull();
  });
});

it("sends store only to OpenAI, effort only where it is set, and never a cap or a temperature", () => {
  const openAi = { baseUrl: "https://api.openai.com/v1", model: "m", reasoning: "low" as const };
  expect(bodyOf(question(), openAi, firstDialect(openAi))).toMatchObject({ store: false, reasoning_effort: "low" });
  const other = { ...openAi, baseUrl: "https://notopenai.com/v1", reasoning: null };
  const body = bodyOf(question(), other, firstDialect(other));
  for (const name of ["store", "reasoning_effort", "provider", "plugins", "max_tokens", "temperature"])
    expect(body).not.toHaveProperty(name);
});

describe("a server that is learned", () => {
  let fake: FakeOpenAi;
  beforeEach(async () => void (fake = await startFakeOpenAi("vllm")));
  afterEach(() => fake.close());
  const refusal = (message: string, status = 400) => ({ status, body: { error: { message } } });
  const formats = () => fake.calls.map(({ body }) => body.response_format?.type ?? "text");

  it("refuses each form in turn: schema, object, then text", async () => {
    fake.always(({ body }) =>
      body.response_format ? refusal(`response_format ${body.response_format.type} is not supported`) : { text: "{}" },
    );
    await providerAt(fake.baseUrl).provider.ask(question(), { signal });
    expect(formats()).toEqual(["json_schema", "json_object", "text"]);
    expect(fake.calls.at(-1)?.body.messages?.[0]?.content).toContain('"tweets"');
  });

  it("takes only a schema or text, and isn't asked for an object", async () => {
    fake.next(refusal("'response_format.type' must be 'json_schema' or 'text'"));
    await providerAt(fake.baseUrl).provider.ask(question(), { signal });
    expect(formats()).toEqual(["json_schema", "text"]);
  });

  it("names nothing: the forms are walked once, and a lesson without an answer is forgotten", async () => {
    const { provider } = providerAt(fake.baseUrl);
    fake.always(refusal("Bad Request"));
    expect((await failureOf(provider.ask(question(), { signal }))).reason).toBe("failed");
    expect(formats()).toEqual(["json_schema", "json_object", "text"]);
    expect((await failureOf(provider.ask(question(), { signal }))).reason).toBe("failed");
    expect(formats().slice(3)).toEqual(["json_schema"]);
    fake.always(null);
    await provider.ask(question(), { signal });
    expect(formats().slice(4)).toEqual(["json_schema"]);
  });

  it("names nothing and answers to an object: that is kept", async () => {
    const { provider } = providerAt(fake.baseUrl);
    fake.next(refusal("Bad Request", 422));
    for (let n = 0; n < 2; n += 1) await provider.ask(question(), { signal });
    expect(formats()).toEqual(["json_schema", "json_object", "json_object"]);
  });

  it("costs at most three questions more, whatever it refuses", async () => {
    const openAi = { ...firstDialect({ baseUrl: "https://api.openai.com/v1", reasoning: "low" }) };
    const { provider } = providerAt(fake.baseUrl, { first: openAi, reasoning: "low" });
    const strict = ["response_format", "stream_options", "store", "reasoning_effort"] as const;
    fake.always(({ body }) => {
      const found = strict.find((name) => body[name] !== undefined);
      return found ? refusal(`Unknown parameter: '${found}'.`) : { text: "{}" };
    });
    for (let n = 0; n < 5; n += 1) await provider.ask(question(), { signal });
    expect(fake.calls.length).toBeLessThanOrEqual(5 + 3);
  });

  it("is not learned from a refusal of the key, the model, the length or too many", async () => {
    for (const name of dialectNames) {
      const { provider } = providerAt(fake.baseUrl);
      for (const reply of [dialects[name].wrongKey, dialects[name].tooLong, dialects[name].missingModel("m")]) {
        fake.next(reply);
        await failureOf(provider.ask(question(), { signal }));
        expect(fake.calls.at(-1)?.body.response_format?.type).toBe("json_schema");
      }
    }
    expect(fake.calls).toHaveLength(dialectNames.length * 3);
  });

  it("is asked with the key, for events, without compression", async () => {
    await providerAt(fake.baseUrl).provider.ask(question(), { signal });
    expect(fake.calls[0]?.headers).toMatchObject({ authorization: `Bearer ${key}`, "accept-encoding": "identity" });
    expect(fake.calls[0]?.headers).not.toHaveProperty("cookie");
    await providerAt(fake.baseUrl, { apiKey: null }).provider.ask(question(), { signal });
    expect(fake.calls[1]?.headers).not.toHaveProperty("authorization");
  });
});
