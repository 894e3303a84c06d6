// Every answer of Gemini to every question of Linnet: what is asked, how often, and what becomes of it, as a file says.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { checkGemini } from "~/ports/ai/gemini/check.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { retirementOf } from "~/ports/ai/gemini/models";
import { type Writer, WriterError } from "~/ports/ai/port";
import {
  type FakeGemini,
  type FakeReply,
  grounding,
  judgementOf,
  replies,
  startFakeGemini,
} from "~tests/support/fakes/fake-gemini";
import { blockReasons, finishReasons } from "~tests/support/fakes/gemini-reasons";

let fake: FakeGemini;
let waits: number[];
let logged: unknown[];
beforeEach(async () => {
  fake = await startFakeGemini();
  waits = [];
  logged = [];
});
afterEach(() => fake.close());

const noon = Date.UTC(2026, 10, 20, 12, 34, 56);
const model = "gemini-3.5-flash-lite";
/** A clock whose waits end at once; limits of calls never end. */
const clock: Clock = {
  now: () => noon,
  monotonic: () => noon,
  after(ms, run) {
    if (ms >= seconds(30)) return () => {};
    waits.push(ms);
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  },
};
const log = {
  info: (...line: unknown[]) => void logged.push(line),
  warn: (...line: unknown[]) => void logged.push(line),
};
const gemini = (name = model) => createGemini({ apiKey: "test-key", model: name, baseUrl: fake.origin, log, clock });

const { signal } = new AbortController();
const topic = { topic: "small sailing schools", count: 5, webSearch: false, signal };
const said = Array.from({ length: 40 }, (_, at) => `said ${at}`);
const product = { description: "A page for sailing schools", summary: "A booking page", tags: ["Sailing", "Booking"] };
const plan = [
  { form: "scene", length: "short" },
  { form: "how-to", length: "long" },
] as const;
const faulty = [{ text: "Ask @nasa", fault: "It mentions @nasa, which the topic does not name." }];
const refining = { text: "Wind first, then the tiller.", words: null, topic: "small sailing schools", signal };

const questions: Record<string, (writer: Writer) => Promise<unknown>> = {
  tweets: (writer) => writer.writeTweets(topic),
  "tweets, with what was said": (writer) => writer.writeTweets({ ...topic, earlier: said.slice(0, 2) }),
  "tweets, to a plan": (writer) => writer.writeTweets({ ...topic, count: 2, plan, earlier: ["said"] }),
  "tweets, with a search": (writer) => writer.writeTweets({ ...topic, webSearch: true, earlier: ["said"] }),
  "tweets to mend": (writer) => writer.writeTweets({ ...topic, count: 1, webSearch: true, faulty, earlier: ["said"] }),
  "a thread": (writer) => writer.writeThread({ ...topic, parts: 5, earlier: ["said"] }),
  "a thread, with a search": (writer) => writer.writeThread({ ...topic, parts: 5, webSearch: true }),
  "other words for a tweet": (writer) =>
    writer.refine({ ...refining, instruction: "own", words: "as a question", earlier: ["said"] }),
  "another like it, to mend": (writer) => writer.refine({ ...refining, instruction: "another", faulty }),
  "a judgement": (writer) => writer.analyse({ description: "A page for sailing schools", signal }),
  "tweets for a product": (writer) => writer.writeForProduct({ product, avoid: said, count: 3, signal }),
  "tweets for a product, to a plan": (writer) => writer.writeForProduct({ product, avoid: [], count: 2, plan, signal }),
};

async function told(answer: Promise<unknown>): Promise<string> {
  const outcome = await answer.then(
    (value) => ({ answer: value }),
    (error: unknown) => {
      if (!(error instanceof WriterError)) throw error;
      const { retryAfterMs, spent } = error.more;
      return { reason: error.reason, message: error.message, retryAfterMs, spent };
    },
  );
  const calls = fake.calls.splice(0).length;
  const all = { ...outcome, calls, waits: waits.splice(0), logged: logged.splice(0) };
  return Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name} ${JSON.stringify(value)}`)
    .join("\n");
}

it.each([model, "gemini-2.5-flash"])("asks in these words, as %s", async (name) => {
  const lines: string[] = [];
  for (const [question, ask] of Object.entries(questions)) {
    await ask(gemini(name));
    for (const { method, path, headers, body } of fake.calls.splice(0)) {
      lines.push(`== ${question}\n${method} ${path} ${String(headers["x-goog-api-key"])}`);
      lines.push(`rules:\n${body.systemInstruction?.parts.map(({ text }) => text).join("") ?? ""}`);
      lines.push(`asked:\n${(body.contents ?? []).flatMap(({ parts }) => parts.map(({ text }) => text)).join("")}`);
      lines.push(`${JSON.stringify({ store: body.store, tools: body.tools, how: body.generationConfig }, null, 1)}\n`);
    }
  }
  await expect(lines.join("\n")).toMatchFileSnapshot(`./gemini/asked-as-${name}.txt`);
});

const chunks: [string, string][] = [
  [" One ", "https://one.example/a"],
  ["Again", "https://one.example/a"],
  ["", "http://two.example/b"],
  ["Bad", "javascript:alert(1)"],
  ["Worse", "no address"],
];
const ending = (retirementTime: unknown): FakeReply => {
  const reply = replies.tweets(["one", "two"]);
  if ("body" in reply) Object.assign(reply.body as object, { modelStatus: { retirementTime } });
  return reply;
};
const answers: Record<string, FakeReply> = {
  tweets: replies.tweets([" one ", "", "two"]),
  "tweets with sources": replies.tweets(["one"], { grounding: grounding(chunks, "<p>search</p>") }),
  "tweets with no suggestions": replies.tweets(["one"], { grounding: grounding(chunks, "") }),
  "a bare list": replies.text('["one", "two"]'),
  "a fenced list": replies.text('```JSON\n["one"]\n```'),
  "a fence without a name": replies.text('```\n["one"]\n```'),
  "half a fence": replies.text('```json\n["one"]'),
  "after a thought": replies.tweets(["one"], { thought: "hm" }),
  "dear tweets": replies.tweets(["one"], {
    usage: { promptTokenCount: 10, toolUsePromptTokenCount: 5, candidatesTokenCount: 3, thoughtsTokenCount: 2 },
  }),
  "tweets of negative cost": replies.tweets(["one"], { usage: { promptTokenCount: -1, candidatesTokenCount: 3 } }),
  "a model that will be taken away": ending("2026-12-01T00:00:00Z"),
  "a model that will be taken away some day": ending("soon"),
  "a judgement": replies.text(JSON.stringify(judgementOf("A page for sailing schools"))),
  "no judgement of proof": replies.text(
    JSON.stringify({ ...judgementOf("a"), criteria: { ...(judgementOf("a").criteria as object), proof: undefined } }),
  ),
  "a wrong key": replies.wrongKey(),
  "a key without permission": replies.forbidden(),
  "a key refused": replies.unauthenticated(),
  "an unknown model": replies.unknownModel("gemini-x"),
  "the wrong country": replies.wrongRegion(),
  "a spent day": replies.perDay(),
  "no quota": replies.noQuota(),
  "a spent minute": replies.perMinute("29.5s"),
  "a spent minute, short": replies.perMinute("20s"),
  "a spent minute, a moment longer": replies.perMinute("20.001s"),
  "a spent minute, no wait": replies.perMinute("0s"),
  "a spent minute, no duration": replies.perMinute("soon"),
  "a quota that isn't named": replies.unnamed(),
  exhaustion: replies.exhausted(),
  "high demand": replies.highDemand(),
  overload: replies.overloaded(),
  "an unknown field": replies.unknownField(),
  "JSON beside tools": replies.jsonWithTools(),
  "an invalid request": replies.invalid(),
  "an inner error": replies.broken(),
  "too slow": replies.tooSlow(),
  "a proxy's page": replies.htmlError(),
  "no JSON": replies.notJson(),
  null: { status: 200, body: null },
  "half JSON": replies.text('{"tweets": ["one", "tw'),
  "another shape": replies.text('{"tweets": [1, 2]}'),
  "no candidates": replies.noCandidates(),
  "an empty list": replies.tweets([]),
  "a reset": replies.reset(),
  "half an answer": replies.half(),
  ...Object.fromEntries([...blockReasons, "NEW"].map((why) => [`blocked: ${why}`, replies.blockedPrompt(why)])),
  ...Object.fromEntries([...Object.keys(finishReasons), "NEW"].map((why) => [`ended: ${why}`, replies.stopped(why)])),
};

it.each(["tweets", "tweets, with a search", "a judgement", "tweets for a product"])(
  "tells of each answer to '%s' what became of it",
  async (question) => {
    const lines: string[] = [];
    for (const [name, reply] of Object.entries(answers)) {
      fake.always(reply);
      lines.push(`== ${name}\n${await told(questions[question]?.(gemini()) ?? Promise.resolve())}\n`);
    }
    await expect(lines.join("\n")).toMatchFileSnapshot(`./gemini/${question.replace(/[^a-z]+/g, "-")}.txt`);
  },
);

it("tells of each answer to a check what is wrong", async () => {
  fake.setClock(() => noon);
  const lines: string[] = [];
  const pages: Record<string, FakeReply> = {
    "a model that writes": { status: 200, body: { supportedGenerationMethods: ["countTokens", "generateContent"] } },
    "a model that only counts": { status: 200, body: { supportedGenerationMethods: ["countTokens"] } },
    "a model that says nothing": { status: 200, body: {} },
  };
  for (const [name, reply] of Object.entries({ ...pages, ...answers })) {
    fake.always(reply);
    const { fault, serverTime } = await checkGemini(
      { apiKey: "test-key", model: "gemini x/y", baseUrl: fake.origin },
      clock,
    );
    const [call, ...none] = fake.calls.splice(0);
    expect(none).toEqual([]);
    const asked = `${call?.method} ${call?.path} ${String(call?.headers["x-goog-api-key"])}`;
    lines.push(`== ${name}\n  ${asked}\n  ${fault ? `${fault.reason}: ${fault.message}` : "well"}, ${serverTime}\n`);
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("./gemini/check.txt");
  const wrong = await checkGemini({ apiKey: "kéy", model, baseUrl: fake.origin }, clock);
  expect([wrong.fault?.reason, wrong.serverTime, fake.calls]).toEqual(["key", null, []]);
});

it.each([
  ["gemini-1.5-flash", "2025-09-24"],
  ["gemini-2.0-flash", "2026-06-01"],
  ["gemini-2.5-flash-lite", null],
  ["gemini-2.5-flash", "2026-12-01"],
  ["gemini-2.5-pro", "2026-12-01"],
  ["gemini-3.1-flash-lite", "2027-05-07"],
  ["gemini-3.5-flash-lite", null],
  ["gemini-3.5-flash", "2026-10-08", "gemini-3.6-flash"],
  ["gemini-3.6-flash", null],
  ["gemini-3.7-flash", "2026-10-08", "gemini-3.8-flash"],
  ["gemini-3.8-flash", null],
])("knows of %s that it goes on %s", (name, day, becomes: string | null = null) => {
  expect(retirementOf(name)).toEqual(day === null ? null : { at: Date.parse(`${day}T00:00:00Z`), becomes });
});
