// What /generate shows of what was fetched: no database, no clock.
import { expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { showcase } from "~/ports/ai/demo/showcase";
import { type Fetched, type FetchedInput, toView } from "~/screens/generate/to-view.server";

const fetched = {
  view: "input",
  user: null,
  accounts: [],
  accountsFault: null,
  now: Date.parse("2026-11-18T12:00:00Z"),
  timeZone: "UTC",
  query: new URLSearchParams(),
  drawing: { window: { fromMs: hours(0.5), toMs: hours(6) }, quietHours: { from: 23, to: 7 } },
  page: { batches: [], older: null, newer: null },
  kept: { topic: "bees", parts: 4 },
  writer: { kind: "demo", name: "demo", place: null, isHome: true, canSearch: false },
  isAdmin: true,
  hasVoice: false,
} satisfies Fetched;

const gemini = {
  kind: "gemini",
  name: "gemini-3.5-flash-lite",
  place: "generativelanguage.googleapis.com",
  isHome: false,
  canSearch: true,
} as const;

it("a topic of the address goes before the kept one, and no example is offered beside it", () => {
  expect(toView(fetched)).toMatchObject({ topic: "bees", example: showcase.topic });
  const query = new URLSearchParams({ topic: "swans" });
  expect(toView({ ...fetched, query })).toMatchObject({ topic: "swans", example: null });
  expect(toView({ ...fetched, writer: gemini })).toMatchObject({ example: null });
});

it("says under the topic who writes, and where", () => {
  const hintOf = (writer: FetchedInput["writer"]) => toView({ ...fetched, writer });
  expect(hintOf(gemini)).toMatchObject({ writerHint: "Written by Gemini" });
  const model = { kind: "compatible", name: "llama3.1:8b", place: "ollama:11434", canSearch: false } as const;
  expect(hintOf({ ...model, isHome: true })).toMatchObject({ writerHint: "Written by llama3.1:8b on this network" });
  expect(hintOf({ ...model, isHome: false })).toMatchObject({ writerHint: "Written by llama3.1:8b at ollama:11434" });
});

it("Web Search is off for a model that can't search, and says so", () => {
  const model = { kind: "compatible", name: "llama3.1:8b", place: "ollama:11434", isHome: true } as const;
  const refusalOf = (writer: FetchedInput["writer"]) => {
    const view = toView({ ...fetched, writer });
    return view.view === "input" && view.searchRefusal;
  };
  expect(refusalOf({ ...model, canSearch: false })).toBe("llama3.1:8b can’t search the web.");
  expect(refusalOf({ ...model, canSearch: true })).toBeNull();
  expect([refusalOf(gemini), refusalOf(fetched.writer)]).toEqual([null, null]);
});

it("the number of parts goes with its topic: the kept one's, or the address's where that is one", () => {
  const partsOf = (address: string) => {
    const view = toView({ ...fetched, query: new URLSearchParams(address) });
    return view.view === "input" && view.parts;
  };
  expect(["", "topic=swans", "topic=swans&parts=6", "parts=6"].map(partsOf)).toEqual(["4", "", "6", "6"]);
  expect(["2", "11", "05", "4.5", "x", ""].map((parts) => partsOf(`topic=swans&parts=${parts}`))).toEqual([
    ...["", "", "5", "", "", ""],
  ]);
});

it("the hours of this server are told as they are set", () => {
  const quiet = { from: "23:00", to: "07:00" };
  expect(toView(fetched)).toMatchObject({ window: "0.5 to 6 hours", quiet });
  const drawing = { ...fetched.drawing, quietHours: null };
  expect(toView({ ...fetched, drawing })).toMatchObject({ quiet: null });
});

it("the wire shows the window from now on, in minutes of the person's day", () => {
  const drawing = { window: { fromMs: hours(1), toMs: hours(3) }, quietHours: null };
  expect(toView({ ...fetched, drawing })).toMatchObject({
    wire: { now: 720, windowFrom: 780, windowTo: 900, lands: 852 },
  });
});
