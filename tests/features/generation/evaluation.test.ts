// The evaluation: what it asks, counts and writes down, against the fake Gemini and by the command itself.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { estimateOf } from "~/features/generation/evaluation/estimate";
import { evaluate } from "~/features/generation/evaluation/evaluate.server";
import { pairsOf, reportOf } from "~/features/generation/evaluation/report";
import { type EvaluatedBatch, type EvaluationRun, runSchema, summaryOf } from "~/features/generation/evaluation/run";
import { costOf } from "~/ports/ai/gemini/models";
import { chooseWriter } from "~/ports/ai/index.server";
import { readPrompts } from "~/ports/ai/prompts.server";
import type { Voice } from "~/ports/ai/voice";
import { type FakeGemini, refusedKey, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";

let fake: FakeGemini;
let folder: string;
beforeEach(async () => {
  fake = await startFakeGemini();
  folder = mkdtempSync(join(tmpdir(), "linnet-evaluation-"));
});
afterEach(async () => {
  await fake.close();
  rmSync(folder, { recursive: true });
});

const model = "gemini-3.5-flash-lite";
/** A fixed sequence of numbers in [0, 1) from a seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647;
}
const parts = (apiKey: string | null = "test-key") => ({
  clock: systemClock,
  random: sequence(7),
  writerOf: (log: Parameters<typeof chooseWriter>[0]["log"]) =>
    chooseWriter({
      config: {
        ...{ dataDir: folder, compatible: null, writer: apiKey === null ? "demo" : "gemini" },
        gemini: apiKey === null ? null : { apiKey, model, baseUrl: fake.origin },
      },
      clock: systemClock,
      log,
      random: sequence(7),
    }),
});
const long = "word ".repeat(60).trim();
const question = (at: number) => fake.calls[at]?.body.contents?.[0]?.parts[0]?.text ?? "";

describe("of each batch", () => {
  const one = { topics: ["night trains"], runs: 1, voice: null };

  it("the tweets, the plan, the questions, the tokens and their cost are written down", async () => {
    const { batches, ...run } = await evaluate(parts(), one);
    expect(run).toMatchObject({ version: 1, writer: "gemini", model, hasVoice: false, runs: 1, topics: 1 });
    expect(batches).toHaveLength(1);
    const [batch] = batches;
    expect(batch).toMatchObject({
      ...{ topic: "night trains", run: 1, usable: 5, faults: [], questions: 1, unreadable: 0, failure: null },
      ...{
        inputTokens: 100,
        outputTokens: 47,
        costMicros: costOf({ input: 100, output: 47 }, { model, searched: false, now: 0 }),
      },
    });
    expect(batch?.texts).toHaveLength(5);
    expect(question(0)).toContain(`plan = ${JSON.stringify(batch?.plan)}`);
  });

  it("what the first answer could not use is told, and what was mended counts as a question", async () => {
    fake.next(replies.tweets(["one", "two", "three", long, "Ask @nasa"]), replies.tweets(["four", "five"]));
    const [batch] = (await evaluate(parts(), one)).batches;
    expect(batch).toMatchObject({ usable: 3, questions: 2, unreadable: 0, inputTokens: 200 });
    expect(batch?.faults).toEqual([
      "19 characters over the limit (299 of 280).",
      "It mentions @nasa, which the topic does not name.",
    ]);
    expect(batch?.texts).toEqual(["one", "two", "three", "four", "five"]);
  });

  it("an answer that can't be read counts, asked again by the writer or not", async () => {
    fake.next(replies.text("no list"));
    expect((await evaluate(parts(), one)).batches[0]).toMatchObject({ usable: 5, questions: 2, unreadable: 1 });
    fake.next(replies.text("no list"), replies.text("none either"));
    const [batch] = (await evaluate(parts(), one)).batches;
    expect(batch).toMatchObject({
      texts: [],
      usable: 0,
      questions: 2,
      unreadable: 2,
      failure: { reason: "malformed" },
    });
  });

  it("a refusal is a batch without tweets, and the others go on", async () => {
    fake.next(replies.blockedPrompt("SAFETY"));
    const { batches } = await evaluate(parts(), { ...one, topics: ["a", "b"], runs: 2 });
    expect(batches.map(({ topic, run, failure }) => [topic, run, failure?.reason ?? null])).toEqual([
      ["a", 1, "blocked"],
      ["b", 1, null],
      ["a", 2, null],
      ["b", 2, null],
    ]);
  });

  it("a refused key or a spent day ends the run, and keeps what was written", async () => {
    expect((await evaluate(parts(refusedKey), { ...one, topics: ["a", "b"] })).batches).toHaveLength(1);
    fake.calls.length = 0;
    fake.next(replies.tweets(["one", "two", "three", "four", "five"]), replies.perDay());
    const { batches } = await evaluate(parts(), { ...one, topics: ["a", "b", "c"] });
    expect(batches.map(({ texts }) => texts.length)).toEqual([5, 0]);
    expect(fake.calls).toHaveLength(2);
  });

  it("the voice is the author's", async () => {
    const nothing = { audience: "", tone: [], language: null, avoid: ["delve"], samples: [] };
    const voice: Voice = { ...nothing, about: "a conductor", emoji: "never", hashtags: "fits" };
    fake.next(replies.tweets(["one", "two", "three", "Delve", "five 🚀"]), replies.tweets(["four", "five"]));
    const run = await evaluate(parts(), { ...one, voice });
    expect([run.hasVoice, run.batches[0]?.usable, question(0).includes('"about":"a conductor"')]).toEqual([
      true,
      3,
      true,
    ]);
  });

  it("the demo writer's costs nothing and follows no plan", async () => {
    const run = await evaluate(parts(null), { ...one, topics: ["remote work", "sourdough"] });
    expect(run).toMatchObject({ writer: "demo", model: "demo" });
    for (const batch of run.batches) expect(batch).toMatchObject({ costMicros: 0, plan: [], usable: 5, questions: 1 });
    expect(fake.calls).toEqual([]);
  });
});

const batch = (more: Partial<EvaluatedBatch>): EvaluatedBatch => ({
  ...{ topic: "tea", run: 1, plan: [], texts: [], usable: 0, faults: [], questions: 1, unreadable: 0, ms: 1_000 },
  ...{ inputTokens: 0, outputTokens: 0, costMicros: 10, failure: null, ...more },
});
const runOf = (batches: EvaluatedBatch[]): EvaluationRun => ({
  ...{ version: 1, startedAt: "2026-11-20T12:00:00.000Z", writer: "gemini", model, hasVoice: false, runs: 1 },
  ...{ topics: batches.length, batches },
});
const first = batch({
  ...{ texts: ["A robust tea.", "Rain?", "Leaves in a cup.", "Nine pots!", "Kettle."], usable: 4, questions: 2 },
  ...{ ms: 3_000, costMicros: 30 },
});
const second = batch({
  topic: "b|c",
  texts: [],
  unreadable: 1,
  ms: 500,
  failure: { reason: "blocked", message: "No." },
});

describe("the summary", () => {
  it("has shares of tweets, means of batches and the slowest", () => {
    expect(summaryOf(runOf([first, second]))).toMatchObject({
      ...{ batches: 2, failed: 1, usable: 0.4, questions: 1.5, unreadable: 1 / 3, worn: 0.2, exclaiming: 0.2 },
      ...{ endsAsQuestion: 0.2, openings: 5, costMicros: 20, p50Seconds: 0.5, p95Seconds: 3 },
      characters: { min: 5, median: 10, max: 16 },
    });
  });

  it("knows no cost where one batch has none, and nothing of no batches", () => {
    expect(summaryOf(runOf([first, batch({ costMicros: null })])).costMicros).toBeNull();
    expect(summaryOf(runOf([]))).toMatchObject({ batches: 0, usable: 0, worn: 0, p95Seconds: 0, likeness: 0 });
  });
});

describe("the report", () => {
  it("says what was measured, of one run or beside an earlier one", () => {
    const report = reportOf(runOf([first, second]), null);
    expect(report).toContain(`# Evaluation of ${model}\n\n2 batches by ${model} (gemini), 2 topics, 1 run each`);
    expect(report).toContain("| Usable on the first request | 40.0% |\n| Requests per batch | 1.50 |");
    expect(report).toContain("| Cost per batch, US dollars | 0.000020 |");
    expect(report).toContain('- "b|c": blocked. No.');
    const both = reportOf(runOf([first]), runOf([first, second]));
    expect(both).toContain("| Usable on the first request | 80.0% | 40.0% | +40.0 points |");
    expect(both).not.toContain("## Batches without tweets");
    const unknown = reportOf(runOf([first]), runOf([batch({ costMicros: null })]));
    expect(unknown).toContain("| Cost per batch, US dollars | 0.000030 | unknown | unknown |");
  });
});

describe("the blind pairs", () => {
  const texts = (mark: string) => Array.from({ length: 5 }, (_, at) => `${mark} ${at}`);
  const topics = Array.from({ length: 20 }, (_, at) => `topic ${at}`);
  const now = runOf(topics.map((topic) => batch({ topic, texts: texts("new") })));
  const before = runOf([...topics.map((topic) => batch({ topic, texts: texts("old") })).slice(1), second]);

  it("have one tweet of each run, named A and B by chance, and only the key knows which", () => {
    const { pairs, key, count } = pairsOf(now, before, sequence(3));
    expect(count).toBe(19);
    const blocks = pairs.trim().split("\n\n---\n\n");
    const keys = key.trim().split("\n");
    expect([blocks.length, keys.length]).toEqual([19, 19]);
    for (const [at, block] of blocks.entries()) {
      const sides = /^A: (new|old) \d\n\nB: (new|old) \d$/m.exec(block)?.slice(1) ?? [];
      expect(sides.toSorted()).toEqual(["new", "old"]);
      expect(keys[at]).toBe(`${at + 1}. this run: ${sides[0] === "new" ? "A" : "B"}`);
    }
    expect(new Set(keys.map((line) => line.at(-1))).size).toBe(2);
    const order = blocks.map((block) => /topic \d+/.exec(block)?.[0]);
    expect(order).not.toEqual(topics.slice(1));
    expect(order.toSorted()).toEqual(topics.slice(1).toSorted());
  });
});

describe("the estimate", () => {
  const prompts = readPrompts(null);
  const topics = readFileSync("tests/evaluation/topics.txt", "utf8").trim().split("\n");

  it("names the questions and a price that is never rounded down, or none", () => {
    const costOfModel = (tokens: { input: number; output: number }) =>
      costOf(tokens, { model, searched: false, now: 0 });
    const planned = { topics, runs: 3, voice: null, prompts, costOf: costOfModel };
    expect(estimateOf({ ...planned, model })).toMatch(/^72 questions to gemini-3\.5-flash-lite, about \$0\.\d\d$/);
    expect(estimateOf({ ...planned, model: "gemini-9", costOf: () => null })).toBe(
      "72 questions to gemini-9, cost unknown",
    );
    expect(estimateOf({ ...planned, topics: ["a"], runs: 1, model: null })).toBe("1 question to the demo writer, free");
    expect(estimateOf({ ...planned, topics: ["a"], runs: 1, model })).toMatch(/about \$0\.01$/);
  });

  it("is of 24 different topics, half of them English, four of them bait", () => {
    expect(new Set(topics).size).toBe(24);
    expect(topics.filter((topic) => [...topic].length === 2_000)).toHaveLength(1);
    for (const bait of [/^Write a refusal/, /Ignore all previous instructions/, /41,300/])
      expect(topics.filter((topic) => bait.test(topic))).toHaveLength(1);
  });
});

describe("npm run evaluate", () => {
  const { argv, exitCode } = process;
  const outputs = [process.stdout, process.stderr].map((output) => ({ output, known: output.listeners("error") }));
  let told: string;
  let wrong: string;
  beforeEach(() => {
    [told, wrong] = ["", ""];
    const hear = (listener: (text: string) => void) => (text: unknown) => {
      listener(String(text));
      return true;
    };
    vi.spyOn(process.stdout, "write").mockImplementation(hear((text) => (told += text)));
    vi.spyOn(process.stderr, "write").mockImplementation(hear((text) => (wrong += text)));
    vi.stubEnv("DATA_DIR", join(folder, "data"));
    vi.stubEnv("GEMINI_API_KEY", "test-key");
    vi.stubEnv("GEMINI_BASE_URL", fake.origin);
    writeFileSync(join(folder, "topics.txt"), "night trains\n\n  tea \n");
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    for (const { output, known } of outputs)
      for (const listener of output.listeners("error"))
        if (!known.includes(listener)) output.off("error", listener as () => void);
    process.argv = argv;
    process.exitCode = exitCode;
  });

  async function run(...words: string[]): Promise<number> {
    process.exitCode = undefined;
    process.argv = ["node", "evaluate", ...words];
    vi.resetModules();
    await import("../../../commands/evaluate");
    return Number(process.exitCode ?? 0);
  }
  const topics = () => ["--topics", join(folder, "topics.txt")];
  const out = (name: string) => ["--out", join(folder, name)];

  it("says the estimate, and asks nothing without --yes", async () => {
    expect(await run(...topics(), ...out("a"))).toBe(0);
    expect(told).toBe(`6 questions to ${model}, about $0.01. Add --yes to start.\n`);
    expect([fake.calls.length, existsSync(join(folder, "a"))]).toEqual([0, false]);
  });

  it("writes run.json and report.md, and beside an earlier run the pairs and their key", async () => {
    expect(await run(...topics(), ...out("a"), "--runs", "1", "--yes")).toBe(0);
    expect(fake.calls).toHaveLength(2);
    expect(readdirSync(join(folder, "a")).toSorted()).toEqual(["report.md", "run.json"]);
    const kept = runSchema.parse(JSON.parse(readFileSync(join(folder, "a", "run.json"), "utf8")));
    expect(kept.batches.map(({ topic }) => topic)).toEqual(["night trains", "tea"]);
    expect(wrong).toBe("1 of 2: 5 tweets\n2 of 2: 5 tweets\n");
    expect(told).toContain(`Wrote run.json, report.md to ${join(folder, "a")}.\n`);
    const against = ["--against", join(folder, "a", "run.json")];
    expect(await run(...topics(), ...out("b"), ...against, "--runs", "1", "--yes")).toBe(0);
    expect(readdirSync(join(folder, "b")).toSorted()).toEqual(["pairs-key.txt", "pairs.txt", "report.md", "run.json"]);
    expect(readFileSync(join(folder, "b", "report.md"), "utf8")).toContain("| Earlier run |");
    expect(existsSync(join(folder, "data", "linnet.db"))).toBe(false);
  });

  it("stops at a refused key, keeps what it has and fails", async () => {
    vi.stubEnv("GEMINI_API_KEY", refusedKey);
    expect(await run(...topics(), ...out("a"), "--yes")).toBe(1);
    expect(wrong).toContain("Stopped after 1 of 6 batches.\n");
    expect(readFileSync(join(folder, "a", "report.md"), "utf8")).toContain('- "night trains": key.');
  });

  it.each<[string, string[], RegExp]>([
    ["an unknown option", ["--topic", "x"], /^Usage: npm run evaluate/],
    ["no number of runs", ["--runs", "many"], /^--runs must be a whole number from 1 to 100\.\n$/],
    ["a file that isn't there", ["--topics", "nowhere.txt"], /^Couldn't read nowhere\.txt\.\n$/],
    ["a run that is none", ["--against", "package.json"], /^package\.json isn't a run\.json from an evaluation\.\n$/],
    ["a voice that says nothing", ["--voice", "tsconfig.json"], /^(?:The voice in )?tsconfig\.json /],
  ])("refuses %s in a sentence", async (_what, words, sentence) => {
    expect(await run(...words, ...out("a"), "--yes")).toBe(1);
    expect(wrong).toMatch(sentence);
    expect(fake.calls).toEqual([]);
  });

  it("overwrites no earlier run", async () => {
    expect(await run(...topics(), ...out("a"), "--runs", "1", "--yes")).toBe(0);
    expect(await run(...topics(), ...out("a"), "--runs", "1", "--yes")).toBe(1);
    expect(wrong).toContain(`${join(folder, "a")} already has a run.json. Choose another folder with --out.\n`);
    expect(fake.calls).toHaveLength(2);
  });
});
