// The demo writer: any topic in, good short drafts out, and nothing X would refuse.
import fc from "fast-check";
import tt from "twitter-text";
import { describe, expect, it } from "vitest";
import { createDemo } from "~/ports/ai/demo.server";
import { frameSets, lineSlot, slot } from "~/ports/ai/demo/frames";
import { languageOf } from "~/ports/ai/demo/language";
import { judge } from "~/ports/ai/demo/product";
import { weightBound } from "~/ports/ai/demo/weight";
import { ask, describeWriter } from "./ai.contract";

/** A fixed sequence of numbers in [0, 1) from a seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647;
}
const writer = (seed = 7) => createDemo({ random: sequence(seed) });
const write = async (topic: string, count = 5, seed = 7) =>
  (await writer(seed).writeTweets(ask({ topic, count }))).texts;

describeWriter("demo", async () => ({ writer: writer(), close: async () => {} }));

const anyUnit = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      { maxLength: 60 },
    )
    .map((units) => units.join("")),
  fc.constantFrom(
    "https://a.co/x?y=1 ",
    "a.io ",
    "日.com",
    "@bob ",
    "＠bob",
    "RT@bob",
    "$TSLA $AAPL ",
    "<b>",
    "\n",
    "🧑‍🚀",
    "🇩🇪",
    "e\u0301",
    "\u0301".repeat(50),
    "\u200d",
    "\u202e",
    "שלום ",
    "각",
    "\u11a8",
    "{topic}",
    "$&",
  ),
);
const anyTopic = fc
  .tuple(fc.array(anyUnit, { maxLength: 8 }), fc.constantFrom(1, 1, 1, 30))
  .map(([units, times]) => [...units.join("").repeat(times)].slice(0, 2_000).join(""));

describe("whatever the topic", () => {
  it("writes the full count, all different, none too long for X, none that calls anybody", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTopic,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 1e6 }),
        async (topic, count, seed) => {
          const texts = await write(topic, count, seed);
          expect(new Set(texts).size).toBe(count);
          for (const text of texts) {
            const parsed = tt.parseTweet(text.normalize("NFC"));
            expect(parsed.valid).toBe(true);
            expect(parsed.weightedLength).toBeLessThanOrEqual(280);
            expect(tt.extractMentions(text)).toEqual([]);
            expect(tt.extractCashtags(text).length).toBeLessThanOrEqual(1);
            expect(text).toBe(text.normalize("NFC"));
            expect(text).toBe(text.trim());
          }
        },
      ),
      { numRuns: 400 },
    );
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

  it("takes even the topics that are slow to segment or to match", async () => {
    for (const topic of [
      "a.".repeat(1_000),
      "日.".repeat(1_000),
      "\u0301".repeat(2_000),
      "<".repeat(2_000),
      "http://".repeat(280),
      "🧑‍".repeat(1_000),
    ])
      expect(await write(topic)).toHaveLength(5);
  });
});

describe("the topic", () => {
  it.each([
    ["remote work", "remote work"],
    ["  How do I learn Rust?  ", "How do I learn Rust?"],
    ["remote work makes juniors invisible", "Remote work makes juniors invisible."],
    ["Write 5 tweets about the cost of coffee.", "the cost of coffee"],
    ["请写五条关于远程办公的推文", "远程办公"],
    ["Schreibe drei Tweets über Datenschutz im Verein", "Datenschutz im Verein"],
    ["<b>Bold</b> colours &amp; shapes", "Bold colours &amp; shapes"],
    ["what @bob thinks", "What bob thinks."],
    ["our page https://www.example.com/a/b?c=d#e is live", "Our page example.com is live."],
    ["https://www.example.com/a/b?c=d#e", "example.com"],
    ["cats\nand a second line that is longer than the first", "Cats."],
    ["$TSLA or $AAPL", "$TSLA or AAPL"],
    ["le télétravail", "le télétravail"],
    ["Le télétravail", "le télétravail"],
    ["télétravail et famille", "«\u00a0télétravail et famille\u00a0»"],
    ["удалённая работа", "«удалённая работа»"],
    ["koffie is het beste van de dag", "Koffie is het beste van de dag."],
    ["het lekkerste kopje", "“het lekkerste kopje”"],
    ["$& and {topic}", "$& and {topic}"],
  ])("%s stands in every tweet as %s", async (topic, phrase) => {
    for (const text of await write(topic, 10)) expect(text).toContain(phrase);
  });
});

it("a topic is never cut inside a tweet, however long it is", async () => {
  const sentence =
    "The long and winding road leads past every village pond, over the hills to the sea and further still.";
  const topics = [
    sentence.repeat(19).replaceAll(".", ". "),
    sentence.repeat(19).replaceAll(".", ", and "),
    "日本の会議はとても長くて".repeat(80),
    "👨‍👩‍👧‍👦".repeat(40),
  ];
  for (const topic of topics)
    for (const text of await write(topic)) {
      expect(text).not.toContain("…");
      if (text.includes("The long and")) expect(text).toContain(sentence);
    }
});

it("a bot speaks the description's sentences, never one of its words", async () => {
  const description =
    "An affiliate platform for podcasters. Commission is paid every Friday. Commission rates start at 12%.";
  const demo = writer();
  const { signal } = new AbortController();
  const { summary, tags } = await demo.analyse({ description, signal });
  const ask = { product: { description, summary, tags }, avoid: [], count: 20, signal };
  const { texts } = await demo.writeForProduct(ask);
  for (const text of texts)
    expect(text).toMatch(/An affiliate platform for podcasters\.|Commission is paid every Friday\.|at 12%\./);
});

describe("the language", () => {
  it.each([
    ["en", "Python"],
    ["en", "machine learning for beginners"],
    ["en", "the meaning of 道 in daily life"],
    ["zh", "ChatGPT 的使用技巧"],
    ["zh", "咖啡"],
    ["zh-Hant", "遠距工作"],
    ["ja", "機械学習"],
    ["ja", "コーヒー"],
    ["ko", "K-팝 입문"],
    ["de", "Künstliche Intelligenz"],
    ["de", "warum Kaffee nicht schmeckt"],
    ["fr", "l’intelligence artificielle"],
    ["es", "inteligencia artificial para pequeñas empresas"],
    ["pt", "inteligência artificial na educação"],
    ["it", "lavoro da remoto e vita privata"],
    ["ru", "здоровый сон"],
    ["ar", "العمل عن بعد"],
    ["hi", "दूरस्थ कार्य"],
    [null, "koffie is het beste van de dag"],
    [null, "дистанційна робота і її користь"],
    [null, "فارسی برای همه، چگونه"],
    [null, "שלום עולם"],
  ])("%s is heard in: %s", (language, topic) => {
    expect(languageOf(topic)).toBe(language);
  });

  it("has frames enough for the largest batch, each with one place for the topic and short enough to hold it", () => {
    for (const [language, { nouns, ...others }] of Object.entries(frameSets)) {
      expect(new Set(nouns).size, language).toBeGreaterThanOrEqual(12);
      const lines = [others.statements, others.questions, others.lines];
      for (const some of lines) expect(new Set([...some, ...others.lines]).size, language).toBeGreaterThanOrEqual(11);
      for (const frame of [...nouns, ...lines.flat()]) {
        expect(frame.split(nouns.includes(frame) ? slot : lineSlot), frame).toHaveLength(2);
        expect(weightBound(frame), frame).toBeLessThanOrEqual(nouns.includes(frame) ? 215 : 130);
        expect(frame).not.toMatch(/[@#…]/);
      }
      // A line stands on a line of its own, so that nothing clings to it.
      for (const frame of lines.flat()) expect(frame, language).toMatch(/(?:^|\n\n)\{line\}(?:\n\n|$)/);
    }
  });
});

it("gives another batch when luck is another", async () => {
  const batches = await Promise.all([1, 2, 3, 4].map((seed) => write("remote work", 5, seed * 7_919)));
  expect(new Set(batches.map((batch) => batch.join("\n"))).size).toBe(4);
});

it("mixes its openings within a batch", async () => {
  const openings = (await write("remote work", 10)).map((text) => text.split(" ").slice(0, 2).join(" "));
  expect(new Set(openings).size).toBe(10);
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

describe("a product's summary", () => {
  const long = "It shows free seats for every lesson of the week, and guests pay a deposit by card when they book one.";
  it.each([
    ["whole", "A page for sailing schools. It takes deposits.", "A page for sailing schools. It takes deposits."],
    ["loud", "A page for sailing schools. It takes deposits!\n", "A page for sailing schools. It takes deposits!"],
    ["in whole sentences", `A page for schools. ${long} ${long} ${long}`, `A page for schools. ${long} ${long}`],
    ["its first line", "Invoices for plumbers\nSent by text.", "Invoices for plumbers"],
    ["none", " . ", "A product that its description does not put into words yet."],
    ["without an end", "A page for sailing schools", "A page for sailing schools"],
    ["in Chinese", "给帆船学校的预约页面。收取押金。", "给帆船学校的预约页面。收取押金。"],
    [
      "one long sentence",
      `A page for schools, ${long} ${long} ${long}`.replaceAll(".", ","),
      "A product whose description has no sentence that is short enough to sum it up.",
    ],
  ])("is whole sentences of the description, as they stand: %s", (_, description, summary) => {
    expect(judge(description).summary).toBe(summary);
  });
});
