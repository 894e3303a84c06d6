// What screens say of a writer and of what its work took.
import { expect, it } from "vitest";
import { costOf } from "~/ports/ai/gemini/models";
import type { PassedOn } from "~/ports/ai/port";
import { nameWithPlace, substituteText, usedBy, type Work, workText } from "~/ports/ai/writer-words";

const work = (more: Partial<Work> = {}, writer: Partial<Work["writer"]> = {}): Work => ({
  writer: { kind: "compatible", model: "mistral-small", place: "api.mistral.ai", ...writer },
  inputTokens: 1_240,
  outputTokens: 380,
  costMicros: 480,
  unmetered: 0,
  tookMs: 6_200,
  ...more,
});

it.each<[string, Work, string | null]>([
  ["all of it", work(), "Written by mistral-small · 1,240 tokens in, 380 out · about $0.0005 · 6 s"],
  [
    "an unknown cost",
    work({ costMicros: null }),
    "Written by mistral-small · 1,240 tokens in, 380 out · cost unknown · 6 s",
  ],
  [
    "its own network",
    work({ costMicros: 0 }),
    "Written by mistral-small · 1,240 tokens in, 380 out · no API cost · 6 s",
  ],
  [
    "an answer without figures",
    work({ unmetered: 1, costMicros: null }),
    "Written by mistral-small · at least 1,240 tokens in, 380 out · cost unknown · 6 s",
  ],
  [
    "no figures at all",
    work({ inputTokens: 0, outputTokens: 0, unmetered: 1, costMicros: null }),
    "Written by mistral-small · cost unknown · 6 s",
  ],
  [
    "a batch of an older version",
    work({ costMicros: null, tookMs: null }, { kind: "gemini", model: "gemini-3.5-flash-lite", place: null }),
    "Written by Gemini · 1,240 tokens in, 380 out · cost unknown",
  ],
  [
    "less than a second",
    work({ tookMs: 3 }),
    "Written by mistral-small · 1,240 tokens in, 380 out · about $0.0005 · 1 s",
  ],
  ["the demo writer", work({ costMicros: 0 }, { kind: "demo", model: "demo", place: null }), null],
])("is one line: %s", (_what, told, line) => {
  expect(workText(told)).toBe(line);
});

it.each([
  [1, "about $0.0001"],
  [100, "about $0.0001"],
  [101, "about $0.0002"],
  [10_000, "about $0.0100"],
  [10_001, "about $0.011"],
  [199_500, "about $0.200"],
])("never rounds a cost down: %i millionths", (costMicros, said) => {
  expect(workText(work({ costMicros }))).toContain(` · ${said} · `);
});

it("names a writer with its place, and says of Gemini alone what Google may do", () => {
  const model = { name: "llama3.1:8b", place: "ollama:11434" };
  const names = [
    nameWithPlace({
      kind: "gemini",
      name: "gemini-3.5-flash-lite",
      place: "generativelanguage.googleapis.com",
      isHome: false,
    }),
    nameWithPlace({ ...model, kind: "compatible", isHome: true }),
    nameWithPlace({ ...model, kind: "compatible", isHome: false }),
    nameWithPlace({ kind: "demo", name: "demo", place: null, isHome: true }),
  ];
  expect(names).toEqual(["Gemini", "llama3.1:8b on this network", "llama3.1:8b at ollama:11434", "the demo writer"]);
  expect(names.map((name) => usedBy(name)?.slice(0, 10) ?? null)).toEqual(["On Gemini’", null, null, "The demo w"]);
});

it("names both writers where one takes over, and Google wherever it may read along", () => {
  const gemini = { kind: "gemini", name: "gemini-3.5-flash-lite", place: "google", isHome: false } as const;
  const model = { kind: "compatible", name: "llama3.1:8b", place: "ollama:11434", isHome: true } as const;
  const names = [nameWithPlace({ ...gemini, second: model }), nameWithPlace({ ...model, second: gemini })];
  expect(names).toEqual(["Gemini, or else llama3.1:8b on this network", "llama3.1:8b on this network, or else Gemini"]);
  for (const name of names) expect(usedBy(name)).toMatch(/^On Gemini’s free tier/);
});

it.each<[PassedOn, string, string]>([
  ["busy", "Gemini was busy", "the usual model was busy"],
  ["quota", "Gemini’s quota for today is used up", "the usual model’s limit or credit is used up"],
  ["unreachable", "Gemini couldn’t be reached", "the usual model couldn’t be reached"],
  [
    "region",
    "Gemini isn’t available in this server’s region",
    "the usual model isn’t available in this server’s region",
  ],
  ["key", "Gemini didn’t accept the API key", "the usual model’s server didn’t accept the API key"],
  ["model", "Gemini doesn’t have the model", "the usual model isn’t available"],
  ["timeout", "Gemini took too long", "the usual model took too long"],
])("says why the other one wrote: %s", (failure, ofGemini, ofCompatible) => {
  expect(substituteText({ kind: "compatible", name: "llama3.1:8b" }, failure)).toBe(
    `Written by llama3.1:8b, because ${ofGemini}.`,
  );
  expect(substituteText({ kind: "gemini", name: "gemini-3.5-flash-lite" }, failure)).toBe(
    `Written by Gemini, because ${ofCompatible}.`,
  );
});

const now = Date.UTC(2026, 10, 20);
it.each<[string, { input: number; output: number }, boolean, number, number | null]>([
  ["gemini-3.5-flash-lite", { input: 1_000_000, output: 1_000_000 }, false, now, 2_800_000],
  ["gemini-3.5-flash-lite", { input: 1, output: 0 }, false, now, 1],
  ["gemini-3.5-flash-lite", { input: 0, output: 0 }, false, now, 0],
  ["gemini-3.6-flash", { input: 100, output: 47 }, false, now, 503],
  // Google answers for it with 3.6-flash, at that model's price.
  ["gemini-3.5-flash", { input: 100, output: 47 }, false, now, 503],
  ["gemini-3.5-flash", { input: 100, output: 47 }, false, Date.UTC(2026, 9, 7), null],
  ["gemini-3.5-flash-lite", { input: 100, output: 47 }, true, now, null],
  ["gemini-3.8-flash", { input: 100, output: 47 }, false, now, null],
  ["gemini-3.5-flash-lite-preview", { input: 100, output: 47 }, false, now, null],
])("%s costs %j (searched: %s) its list price, or nobody knows", (model, tokens, searched, at, cost) => {
  expect(costOf(tokens, { model, searched, now: at })).toBe(cost);
});
