// The demo writer's domains: a topic is recognized in three languages and gets sentences about its own subject.
import tt from "twitter-text";
import { describe, expect, it } from "vitest";
import { formFault } from "~/ports/ai/answer/form-fault";
import { createDemo } from "~/ports/ai/demo.server";
import { domainOf, domains, isWide, stockOf } from "~/ports/ai/demo/domains";
import { hasFormula, wornIn } from "~/features/generation/worn-phrases";
import { ask } from "./ai.contract";

const stock = domains.flatMap((domain) => stockOf(domain));

const brief =
  "We are a small team that sells a booking page to sailing schools. Customers book a lesson, and the forecast " +
  "decides whether it takes place. We charge 39 euros a month, and most owners find us in January. " +
  "We want calm, practical tweets for these owners, without hype.";

function batches(topic: string, seed: number) {
  let state = seed;
  const demo = createDemo({ random: () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647 });
  const write = async (earlier: string[]) => (await demo.writeTweets(ask({ topic, count: 5, earlier }))).texts;
  return (async () => {
    const first = await write([]);
    return [first, await write(first)];
  })();
}

describe("the domain of a topic", () => {
  it.each([
    ["Preise erhöhen", "pricing"],
    ["値上げのタイミング", "pricing"],
    ["raising my prices", "pricing"],
    ["the price of eggs", null],
    ["price of bread", null],
    ["Nebenprojekt nach Feierabend", "side"],
    ["リモートワークの孤独", "lonely"],
    ["リモートワーク", "remote"],
    ["Remote work makes juniors invisible.", "juniors"],
    ["採用面接", "hiring"],
    ["KI im Büro", "ai"],
    ["the air we breathe", null],
    ["clientele", null],
    ["How I learned Rust at 45", "learncode"],
    ["learning to juggle", "learning"],
    ["restoring a 1970s moped", "craft"],
    ["onboarding nurses to night shifts", "care"],
    ["3 things I learned coaching under-12 football", "sport"],
    ["running a food truck in winter", "shop"],
    ["Is a heat pump worth it in an old house?", "energy"],
    ["staffing a hotel front desk over Christmas", "shifts"],
    ["The village bus runs twice a day", "transit"],
    ["scuba diving with glasses", "outdoors"],
    ["Vorstandswahl im Kleingartenverein", "town"],
    ["散歩の途中で見つけた店", "travel"],
    ["clinical trials", "science"],
    ["🐝", "bees"],
    ["slow fashion", null],
    ["Kündigung in der Probezeit", null],
    [brief, "outdoor"],
    [`We make soap. ${"Our customers reply to every newsletter. ".repeat(4)}A newsletter a week.`, "newsletter"],
  ])("of %j is %s", (topic, domain) => {
    expect(domainOf(topic)).toBe(domain);
  });
});

describe("two batches", () => {
  it.each(["Preise erhöhen", "リモートワークの孤独", "🐝", brief, "remote work", "AI tools"])(
    "on %j are ten sentences of its domain, each form once a batch",
    async (topic) => {
      const own = stockOf(domainOf(topic));
      for (const seed of [7, 7_919, 15_838, 99_991]) {
        const both = await batches(topic, seed);
        expect(new Set(both.flat())).toEqual(new Set(own.map(({ text }) => text)));
        for (const texts of both) {
          expect(new Set(texts.map((text) => own.find((frame) => frame.text === text)?.form)).size).toBe(5);
          expect(texts.filter((text) => text.endsWith("?")).length).toBeLessThanOrEqual(1);
          expect(texts.join(" ")).not.toContain(topic.length < 20 && /\P{ASCII}/u.test(topic) ? topic : brief);
        }
      }
    },
  );

  it.each([
    "We just launched Perch, a newsletter for designers",
    "I lost my biggest client last week",
    "Our customers had no service yesterday, the servers were down",
  ])("on news have no general sentences: %s", async (topic) => {
    const texts = (await batches(topic, 7)).flat();
    expect(stock.filter(({ text }) => texts.includes(text))).toEqual([]);
  });
});

it("each sentence can be posted, has no number, names no topic, and is there once", () => {
  expect(new Set(stock.map(({ text }) => text)).size).toBe(stock.length);
  for (const { text } of stock) {
    expect(tt.parseTweet(text).valid, text).toBe(true);
    expect([text.length >= 60, text.length <= 240, text], text).toEqual([true, true, text.trim()]);
    expect(text).not.toMatch(/\p{N}|[@#{}!…—]|https?:|'|"|\p{Extended_Pictographic}/u);
    expect([formFault(text, ""), wornIn(text, ""), hasFormula(text)], text).toEqual([null, [], false]);
  }
});

it("a domain has ten sentences, one a question and two with lines, or a wide one five, one with lines", () => {
  for (const domain of domains) {
    const texts = stockOf(domain).map(({ text }) => text);
    const count = (sign: RegExp) => texts.filter((text) => sign.test(text)).length;
    const [all, questions, lists] = isWide(domain) ? [5, 0, 1] : [10, 1, 2];
    expect([texts.length, count(/\?$/)], domain).toEqual([all, questions]);
    expect(count(/\n\n.+\n/), domain).toBeGreaterThanOrEqual(lists);
  }
});
