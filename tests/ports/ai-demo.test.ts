// The demo writer: a noun phrase in English sentences, three samples, or a refusal in words, and never an echo.
import fc from "fast-check";
import tt from "twitter-text";
import { describe, expect, it } from "vitest";
import { createDemo } from "~/ports/ai/demo.server";
import { domainOf, domains, isWide, stockOf } from "~/ports/ai/demo/domains";
import { framesOf } from "~/ports/ai/demo/frames";
import { gerundOf } from "~/ports/ai/demo/gerund";
import { finished, noThread, showcase, tooMuch, writtenBefore } from "~/ports/ai/demo/showcase";
import { subjectOf } from "~/ports/ai/demo/subject";
import { sentencesIn, weightBound } from "~/ports/ai/demo/text";
import { demoLimits, type RefineTweet } from "~/ports/ai/refine";
import { ask, askThread, describeWriter, failureOf } from "./ai.contract";
import { hostile, ordinary, others } from "./demo-topics";

/** A fixed sequence of numbers in [0, 1) from a seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647;
}
const writer = (seed = 7) => createDemo({ random: sequence(seed) });
const write = async (topic: string, count = 5, seed = 7, more = {}) =>
  (await writer(seed).writeTweets(ask({ topic, count, ...more }))).texts;

const refuses =
  /^The demo writer (?:works best with a few words\.|has said all it can about this product\.|found no product name\.|can only shorten)/;
describeWriter("demo", async () => ({ writer: writer(), refuses, close: async () => {} }));

const uses = ["noun", "thing", "doing", "practice", "claim", "product", "launch", "trouble"];
const lineUses = ["heading", "question", "claim", "order", "story", "loss", "launch", "trouble"].map(
  (kind) => `${kind}-line`,
);
const frames = [...uses, ...lineUses].flatMap((use) => framesOf(use));
const stock = domains.flatMap((domain) => stockOf(domain));
const seeds = Array.from({ length: 20 }, (_, n) => (n + 1) * 7_919);

/** The frame that a text was made with. */
const frameOf = (text: string, noun: string, line: string | null) =>
  [...frames, ...stock].find((frame) =>
    [noun, noun.replace(/^“|”$/g, ""), line ?? noun].some(
      (words) => text === frame.text.replace(/\{(?:topic|line)\}/, () => words),
    ),
  );

describe("the noun phrase of a topic", () => {
  it.each([...ordinary, ...others])("of %j is %j", (topic, noun) => {
    expect(subjectOf(topic)?.noun ?? null).toBe(noun);
  });

  it.each([
    ["run", "running"],
    ["make", "making"],
    ["see", "seeing"],
    ["quit", "quitting"],
    ["open", "opening"],
    ["tried", "trying"],
    ["launched", "launching"],
    ["grew", "growing"],
    ["reads", "reading"],
    ["bring", "bringing"],
    ["building", "building"],
  ])("turns %s into %s", (word, gerund) => {
    expect(gerundOf(word)).toBe(gerund);
  });

  it("is none for more than 120 characters, or for a text of several lines", () => {
    expect(subjectOf("the cost of coffee ".repeat(7))).toBeNull();
    expect(subjectOf("coffee\ntea")).toBeNull();
  });
});

describe.each([...ordinary, ...others])("a batch on %j", (topic, noun) => {
  it("has a domain’s sentences or the topic in each text, or is three samples; the second batch, too", async () => {
    for (const seed of seeds) {
      const first = await write(topic, 5, seed);
      const second = await write(topic, 5, seed, { earlier: first });
      expect(second.filter((text) => first.includes(text))).toEqual([]);
      checkBatch(first);
      checkBatch(second);
    }
    function checkBatch(texts: string[]) {
      const domain = domainOf(topic);
      if (noun === null && (domain === null || (isWide(domain) && texts.length === 3))) {
        expect(texts).toHaveLength(3);
        expect(finished).toEqual(expect.arrayContaining(texts));
        return;
      }
      const { line } = subjectOf(topic) ?? { line: null };
      expect(texts).toHaveLength(5);
      const made = texts.map((text) => frameOf(text, noun ?? topic, line));
      for (const [at, text] of texts.entries()) {
        expect(made[at], text).toBeDefined();
        expect(tt.parseTweet(text).valid, text).toBe(true);
        expect(text.replace(line ?? noun ?? topic, "").length, text).toBeGreaterThan(45);
      }
      expect(new Set(made).size).toBe(5);
      expect(new Set(made.map((frame) => frame?.form)).size).toBe(5);
      expect(texts.filter((text) => line !== null && text.includes(line)).length).toBeLessThanOrEqual(1);
      expect(texts.filter((text) => text.endsWith("?")).length).toBeLessThanOrEqual(1);
    }
  });
});

it("one text in eight ends with a question mark", async () => {
  const texts: string[] = [];
  for (const [topic] of [...ordinary, ...others])
    for (const seed of seeds) texts.push(...(await write(topic, 5, seed)));
  expect(texts.filter((text) => text.endsWith("?")).length / texts.length).toBeLessThan(0.15);
  expect(Math.max(...texts.map(weightBound))).toBeLessThanOrEqual(280);
});

describe("the frames", () => {
  it("have one place each, on a line of its own for a whole line, and room for the topic", () => {
    for (const { text } of frames) {
      expect(text.match(/\{(?:topic|line)\}/g), text).toHaveLength(1);
      expect(weightBound(text), text).toBeLessThanOrEqual(text.includes("{line}") ? 150 : 220);
      expect(text).not.toMatch(/[@#…!]|https?:/);
    }
    for (const use of lineUses)
      for (const { text } of framesOf(use)) expect(text).toMatch(/(?:^|\n\n)\{line\}(?:\n\n|$)/);
  });

  it("are enough for the largest batch of each kind", () => {
    const count = (...list: string[]) => list.flatMap((use) => framesOf(use)).length;
    expect(count("noun")).toBeGreaterThanOrEqual(14);
    expect(count("noun", "thing", "doing", "question-line", "claim-line")).toBeGreaterThanOrEqual(35);
    expect([count("claim"), count("product") >= 12, count("thread")]).toEqual([12, true, 10]);
  });

  it("use no worn phrase", () => {
    const worn =
      /game.changer|unlock|delve|dive in|elevate|leverage|seamless|robust|in today’s world|here’s the thing|let that sink in|hot take|the result\?|thoughts\?|who else/i;
    for (const text of [...frames.map((frame) => frame.text), ...finished]) expect(text).not.toMatch(worn);
  });
});

describe("whatever the topic", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom(
      ...hostile,
      ...[...ordinary, ...others].map(([topic]) => topic),
      "＠bob",
      "日.com",
      "{topic}",
      "$&",
    ),
  );
  const anyTopic = fc
    .array(fc.tuple(piece, fc.constantFrom(" ", ": ", ". ", "\n", "")), { maxLength: 4 })
    .map((parts) => [...parts.flat().join("")].slice(0, 2_000).join(""));

  it("writes different tweets that X takes and that call no one", async () => {
    const count = fc.integer({ min: 3, max: 10 });
    const seed = fc.integer({ min: 1, max: 1e6 });
    await fc.assert(
      fc.asyncProperty(anyTopic, count, seed, async (topic, count, seed) => {
        const texts = await write(topic, count, seed);
        expect(texts.length).toBeOneOf([3, count]);
        expect(new Set(texts).size).toBe(texts.length);
        for (const text of texts) {
          const parsed = tt.parseTweet(text.normalize("NFC"));
          expect([parsed.valid, /\p{Cs}/u.test(text), text]).toEqual([true, false, text.normalize("NFC").trim()]);
          expect(tt.extractMentions(text)).toEqual([]);
          expect(tt.extractCashtags(text)).toEqual([]);
          expect(text).not.toMatch(/https?:|<[a-z]|\{(?:topic|line)\}|[\u202a-\u202e]/);
        }
      }),
      { numRuns: 400 },
    );
  });

  it.each(hostile)("shows samples for %j, or a clean noun", async (topic) => {
    const texts = await write(topic);
    const noun = subjectOf(topic)?.noun;
    const domain = domainOf(topic);
    if (domain !== null) expect(stockOf(domain).map(({ text }) => text)).toEqual(expect.arrayContaining(texts));
    else if (noun === undefined) expect(finished).toEqual(expect.arrayContaining(texts));
    else for (const text of texts) expect(text).toContain(noun.replace(/^“|”$/g, ""));
  });

  it("never takes a text for shorter than X does", () => {
    fc.assert(
      fc.property(anyTopic, (topic) => {
        const text = topic
          .slice(0, 400)
          .replace(/\p{Cs}/gu, "")
          .normalize("NFC");
        expect(weightBound(text)).toBeGreaterThanOrEqual(tt.parseTweet(text).weightedLength);
      }),
      { numRuns: 300 },
    );
  });

  it("splits a text into sentences that join to it again", () => {
    fc.assert(
      fc.property(anyTopic, (topic) => {
        expect(sentencesIn(topic).join("")).toBe(topic);
      }),
    );
    expect(sentencesIn("He met Dr. No. Then it rained. e.g. this")).toEqual([
      "He met Dr. No. ",
      "Then it rained. e.g. this",
    ]);
  });
});

describe("the topic of the page's example", () => {
  it("is answered with its ten finished tweets in two batches, and then with others", async () => {
    const first = await write(showcase.topic);
    expect(first).toEqual(showcase.tweets);
    expect(await write(`  E.g. ${showcase.topic.toUpperCase()}.`)).toEqual(first);
    const second = await write(showcase.topic, 5, 7, { earlier: first });
    expect([...first, ...second]).toEqual(finished);
    const third = await write(showcase.topic, 5, 7, { earlier: finished });
    expect(third.filter((text) => finished.includes(text))).toEqual([]);
    const own = stockOf("side").map(({ text }) => text);
    expect(own).toEqual(expect.arrayContaining(third));
    expect(new Set(await write(showcase.topic, 10)).size).toBe(10);
    for (const text of finished) expect(tt.parseTweet(text).valid).toBe(true);
  });
});

describe("another batch on a topic", () => {
  it("says something else", async () => {
    const first = await write("remote work");
    const second = await write("remote work", 5, 7, { earlier: first });
    expect(second.filter((text) => first.includes(text))).toEqual([]);
    const replaced = await write("remote work", 2, 7, { faulty: first.map((text) => ({ text, fault: "Too long." })) });
    expect(replaced.filter((text) => first.includes(text))).toEqual([]);
  });

  it("shows other samples", async () => {
    const first = await write("☕");
    const second = await write("☕", 5, 8, { earlier: first });
    expect(second.filter((text) => first.includes(text))).toEqual([]);
  });
});

it.each([125, 300, 600, 2_000])("a brief of %i characters gets three samples, and no thread", async (length) => {
  const topic = "Our page turns a good evening into a walk for two. ".repeat(42).slice(0, length);
  const { texts, note } = await writer().writeTweets(ask({ topic }));
  expect(texts).toHaveLength(3);
  expect(finished).toEqual(expect.arrayContaining(texts));
  expect(note).toBe(`${tooMuch} ${writtenBefore}`);
  expect(await writer().writeTweets(ask())).not.toHaveProperty("note");
  expect((await failureOf(writer().writeThread(askThread({ topic })))).message).toBe(tooMuch);
});

describe("refining", () => {
  const refine = (more: Partial<RefineTweet>) =>
    writer().refine({
      text: "Meetings.",
      instruction: "shorter",
      words: null,
      topic: "",
      signal: ask().signal,
      ...more,
    });
  const refusal = async (more: Partial<RefineTweet>) => (await failureOf(refine(more))).message;

  it("shortens by leaving out a sentence, or says that there is none", async () => {
    const { texts } = await refine({ text: "Coasters are tools. Cancel one." });
    expect(texts).toEqual(["Coasters are tools."]);
    expect(await refusal({ text: "Coasters are tools." })).toMatch(/^The demo writer shortens by leaving out/);
  });

  it("writes another on the topic, else on what the tweet is about, and to a sample another sample", async () => {
    const another = async (text: string, topic: string) =>
      (await refine({ text, topic, instruction: "another" })).texts[0];
    expect(await another("Coasters are tools.", "slow fashion")).toContain("slow fashion");
    expect(await another("Coasters are tools.", "")).toContain("coasters");
    expect(await another("Coasters are tools.", "")).not.toContain("Coasters are tools.");
    expect(finished.slice(1)).toContain(await another(finished[0] ?? "", "☕"));
    expect(await refusal({ text: "☕", instruction: "another" })).toBe("The demo writer has no other tweet like this.");
  });

  it.each(["bolder", "personal", "simpler", "own"] as const)(
    "%s is refused beside what it can do",
    async (instruction) => {
      expect(await refusal({ instruction, words: "as a question" })).toBe(demoLimits.refusesRefine);
    },
  );
});

describe("a thread", () => {
  it.each([3, 4, 7, 10])("of %i parts keeps its beginning, its order and its end", async (parts) => {
    const plan = framesOf("thread").map(({ text }) => text.replace("{topic}", "slow travel by train"));
    for (const seed of seeds) {
      const { texts } = await writer(seed).writeThread(askThread({ parts }));
      expect(texts).toHaveLength(parts);
      expect([...texts.slice(0, 2), texts.at(-1)]).toEqual([plan[0], plan[1], plan.at(-1)]);
      expect(texts).toEqual(plan.filter((text) => texts.includes(text)));
    }
  });

  it("is refused in words where the topic has no noun phrase", async () => {
    for (const [topic] of [...ordinary, ...others].filter(([, noun]) => noun === null)) {
      const { reason, message } = await failureOf(writer().writeThread(askThread({ topic })));
      expect([reason, message]).toEqual(["empty", tooMuch]);
    }
  });

  it.each([
    "We just launched Perch, a quiet timer for people who write at night",
    "Our servers were down for six hours yesterday",
    "I lost my biggest client last week",
  ])("is refused in words for news: %s", async (topic) => {
    const { reason, message } = await failureOf(writer().writeThread(askThread({ topic })));
    expect([reason, message]).toEqual(["empty", noThread]);
  });
});

it("pretends no search, no sources, no cost", async () => {
  expect(await writer().writeTweets(ask({ webSearch: true }))).toMatchObject({
    sources: [],
    searchSuggestions: null,
    model: "demo",
    inputTokens: 0,
    outputTokens: 0,
  });
});
