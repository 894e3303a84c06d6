// What the demo writer makes of a topic's kind: a noun, a statement, a question, a long text, in every language it speaks.
import fc from "fast-check";
import tt from "twitter-text";
import { describe, expect, it } from "vitest";
import { createDemo } from "~/ports/ai/demo.server";
import { frameSets, lineSlot, slot } from "~/ports/ai/demo/frames";
import type { Language } from "~/ports/ai/demo/language";
import { isBalanced } from "~/ports/ai/demo/passages";
import { showcase } from "~/ports/ai/demo/showcase";
import { cleanTopic } from "~/ports/ai/demo/topic";
import { ask } from "./ai.contract";
import { languages, topicsOf } from "./demo-topics";

/** A fixed sequence of numbers in [0, 1) from a seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647;
}
const write = async (topic: string, count = 5, seed = 7, more = {}) =>
  (await createDemo({ random: sequence(seed) }).writeTweets(ask({ topic, count, ...more }))).texts;

interface Told {
  kind: "nouns" | "statements" | "questions" | "lines";
  /** What stands in the frame. */
  words: string;
}

/** Which frame of the language a tweet was made with, and what stands in it. Null where no frame was. */
function tellFrame(text: string, language: Language): Told | null {
  const set = frameSets[language];
  for (const kind of ["nouns", "statements", "questions", "lines"] as const)
    for (const frame of set[kind]) {
      const [before = "", after = ""] = frame.normalize("NFC").split(kind === "nouns" ? slot : lineSlot);
      if (text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length)
        return { kind, words: text.slice(before.length, text.length - after.length) };
    }
  return null;
}

const unquoted = (words: string, [open, close]: readonly [string, string]): string =>
  words.startsWith(open) && words.endsWith(close) ? words.slice(open.length, -close.length) : words;

/** Whether a tweet says it in the topic's own words, one after the other: apart from its first capital and last mark. */
function isOfTopic(words: string, topic: string, language: Language): boolean {
  const set = frameSets[language];
  const own = cleanTopic(topic).toLowerCase();
  const bare = unquoted(words, set.quotes).toLowerCase();
  const stems = [
    bare,
    bare.replace(/^¿/, ""),
    ...[set.stop, set.ask].map((mark) => (bare.endsWith(mark) ? bare.slice(0, -mark.length) : bare)),
  ];
  return stems.some((stem) => own.includes(stem.replace(/^¿/, "")) || own.includes(stem));
}

function faultsOf(text: string): string[] {
  const parsed = tt.parseTweet(text);
  return [
    parsed.valid && parsed.weightedLength <= 280 ? "" : "X would not take it",
    /\{(?:topic|line)\}|undefined/.test(text) ? "a place was not filled" : "",
    / {2}|\n{3}|[ \n]$|^[ \n]| \n|\n /.test(text) ? "stray space" : "",
    /[.,;:!?。，！？؟।][.,;:。，]|[。！？]{2}/.test(text) ? "doubled marks" : "",
    / [.,;。，、]/.test(text) ? "a space before a mark" : "",
    text.includes("…") ? "cut" : "",
    isBalanced(text) ? "" : "a quotation that is not closed",
    /^\p{Ll}/u.test(text) ? "no capital at the start" : "",
    text.split("\n\n").some((part) => /^\p{Ll}/u.test(part)) ? "no capital at a line's start" : "",
  ].filter(Boolean);
}

const kinds = { noun: "nouns", statement: "statements", question: "questions" } as const;

describe.each(languages)("in %s", (language) => {
  const topics = topicsOf(language);

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    "a %s has frames of its own, with nothing of it cut",
    async (kind) => {
      for (const topic of topics[kind])
        for (let seed = 1; seed <= 20; seed += 1)
          for (const text of await write(topic, 5, seed * 7_919)) {
            const told = tellFrame(text, language);
            expect(told?.kind, `${topic}: ${text}`).toBe(kinds[kind]);
            expect(isOfTopic(told?.words ?? "", topic, language), text).toBe(true);
            expect(faultsOf(text), text).toEqual([]);
          }
    },
  );

  it("a text of several sentences is said in whole ones, more than one of them in a batch", async () => {
    const topic = [...topics.statement, ...topics.question].join(/^(?:zh|ja)/.test(language) ? "" : " ");
    const said = new Set<string>();
    for (const text of await write(topic)) {
      const told = tellFrame(text, language);
      expect(["statements", "questions", "lines"], text).toContain(told?.kind);
      expect(cleanTopic(topic)).toContain(told?.words);
      expect(faultsOf(text), text).toEqual([]);
      said.add(told?.words ?? "");
    }
    expect(said.size).toBeGreaterThan(1);
  });

  it("one sentence that is too long for a tweet is spoken of, not cut", async () => {
    const spaced = !/^(?:zh|ja)/.test(language);
    const words = topics.statement.map((one) => one.replace(/[.。।]$/u, ""));
    const topic = Array.from({ length: 40 }, (_, at) => words[at % words.length]).join(spaced ? " " : "");
    for (const text of await write(topic.slice(0, 2_000))) {
      expect(text).toContain(frameSets[language].tooLong);
      expect(faultsOf(text), text).toEqual([]);
    }
  });

  it("a long statement gets one of the short frames", async () => {
    const spaced = !/^(?:zh|ja)/.test(language);
    const [statement = "", other = ""] = topics.statement.map((one) => one.replace(/[.。।]$/u, ""));
    let topic = statement;
    const joined = () => topic + (spaced ? " " : "") + other;
    while (tt.parseTweet(joined()).weightedLength <= 220) topic = joined();
    const told = (await write(topic, 3)).map((text) => tellFrame(text, language));
    expect(
      told.filter((one) => one && one.kind !== "nouns" && isOfTopic(one.words, topic, language)).length,
    ).toBeGreaterThanOrEqual(3);
  });
});

describe("over thousands of topics", () => {
  const language = fc.constantFrom(...languages);
  const piece = language.chain((one) => {
    const { noun, statement, question } = topicsOf(one);
    return fc.record({ one: fc.constant(one), text: fc.constantFrom(...noun, ...statement, ...question) });
  });
  const other = fc.constantFrom(
    "https://www.example.com/a?b=c#d",
    "see example.com today",
    "☕️",
    "🐈🐈",
    "“Ship it.”",
    '"Ship it"',
    "(really?)",
    "- first\n- second thing is better\n- third",
    "@bob says it works",
    "#coffee",
    "$TSLA is up, $AAPL is not",
    '5" screens',
    "e.g. Dr. No vs. Mr. Yes",
    "iPhone or npm5?",
    "And then it rained.",
    "He said “stop. now.” and left.",
    "unfinished “quote",
    "koffie is het beste van de dag",
    "дистанційна робота і її користь",
    "فارسی برای همه",
    "שלום עולם",
    "x".repeat(300),
  );
  const join = fc.constantFrom(" ", "\n", ". ", "! ", ", ", ": ", "; ", " — ", "。", "？");
  const topic = fc
    .array(fc.tuple(fc.oneof({ weight: 3, arbitrary: piece.map(({ text }) => text) }, other), join), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) =>
      parts
        .map(([text, between]) => text + between)
        .join("")
        .slice(0, 2_000),
    );

  it("every batch is whole: five different tweets, each one that X takes and that says the topic's words uncut", async () => {
    await fc.assert(
      fc.asyncProperty(topic, fc.integer({ min: 1, max: 1e6 }), async (words, seed) => {
        const texts = await write(words, 5, seed);
        expect(new Set(texts).size).toBe(5);
        for (const text of texts) {
          const told = languages
            .map((one) => ({ one, told: tellFrame(text, one) }))
            .filter(({ told }) => told !== null);
          expect(told.length, text).toBeGreaterThan(0);
          const says = told.some(({ one, told }) => {
            const { tooLong, nothing } = frameSets[one];
            const stood = told?.words ?? "";
            return [tooLong, nothing].some((standIn) => stood.includes(standIn)) || isOfTopic(stood, words, one);
          });
          expect(says, `${words}\n->\n${text}`).toBe(true);
          // Doubled marks and spaces may be the person's own.
          const own = new Set([
            ...faultsOf(cleanTopic(words)),
            "no capital at the start",
            "no capital at a line's start",
          ]);
          expect(
            faultsOf(text).filter((fault) => fault === "X would not take it" || !own.has(fault)),
            text,
          ).toEqual([]);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the topic of the example", () => {
  it("is answered with the five tweets that were written for it", async () => {
    expect(await write(showcase.topic)).toEqual(showcase.tweets);
    expect(await write(`  ${showcase.topic.toUpperCase()}.`)).toEqual(showcase.tweets);
    for (const tweet of showcase.tweets) {
      expect(faultsOf(tweet)).toEqual([]);
      expect(tweet).not.toMatch(/[#@]|https?:/);
    }
  });

  it("is answered with others once these are known", async () => {
    const texts = await write(showcase.topic, 5, 7, { earlier: showcase.tweets });
    expect(texts.filter((text) => (showcase.tweets as readonly string[]).includes(text))).toEqual([]);
    expect(await write(showcase.topic, 10)).toHaveLength(10);
  });
});
