// The demo writer on a product: what it says of a description stands in the description, and a bot speaks its sentences.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples, sample } from "~/features/analysis/examples";
import { findWords } from "~/features/analysis/score";
import { gramsOf, isTooLike, likeness } from "~/features/tweets/similar";
import { createDemo } from "~/ports/ai/demo.server";
import { frameSets, lineSlot } from "~/ports/ai/demo/frames";
import { judge } from "~/ports/ai/demo/product";
import { sentencesIn } from "~/ports/ai/demo/passages";
import { WriterError } from "~/ports/ai/port";
import { languages, topicsOf } from "./demo-topics";

function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647;
}

const affiliate =
  "An affiliate platform for podcasters. Commission is paid every Friday. Commission rates start at 12%. Join 300 shows.";
const others = [
  "给帆船学校的预约页面。天气好的时候，它把空位变成优惠。九所学校已经在用。立即试用。",
  "Eine Rechnungs-App für Handwerker. Sie schreibt die Rechnung, während du noch beim Kunden bist. 200 Betriebe nutzen sie. Jetzt testen!",
  "منصة حجوزات لمدارس الإبحار الصغيرة. تحوّل التوقعات الجيدة إلى عروض. جرّبها مجانًا.",
];
const descriptions = [affiliate, ...others, sample.content, ...examples.map(({ text }) => text)];

/** A bot's tweets one after the other, each told what was said, newest first, until the writer has no more. */
async function live(description: string, max: number, seed = 7): Promise<string[]> {
  const writer = createDemo({ random: sequence(seed) });
  const { summary, tags } = judge(description);
  const said: string[] = [];
  const { signal } = new AbortController();
  while (said.length < max) {
    const ask = { product: { description, summary, tags }, avoid: [...said].reverse(), count: 3, signal };
    const texts = await writer.writeForProduct(ask).then(
      (written) => written.texts,
      (error: unknown) => (error instanceof WriterError && error.reason === "empty" ? [] : Promise.reject(error)),
    );
    const fresh = texts.find((text) => !isTooLike(gramsOf(text), said.map(gramsOf)));
    if (fresh === undefined) break;
    said.push(fresh);
  }
  return said;
}

const frames = Object.values(frameSets).flatMap((set) => [...set.lines, ...set.questions]);

/** The words in the frame: a line of its own. */
function lineIn(text: string): string | null {
  for (const frame of frames) {
    const [before = "", after = ""] = frame.normalize("NFC").split(lineSlot);
    if (text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length)
      return text.slice(before.length, text.length - after.length);
  }
  return null;
}

describe.each(descriptions)("a bot for: %s", (description) => {
  it("says whole sentences of the description, and nothing else of it", async () => {
    const sentences = sentencesIn(description).map((one) => one.trim());
    for (const text of await live(description, 12)) {
      const line = lineIn(text) ?? "";
      expect(line, text).not.toBe("");
      expect(description).toContain(line);
      expect(
        sentences.some((one) => line.startsWith(one)),
        line,
      ).toBe(true);
      expect(
        sentences.some((one) => line.endsWith(one)),
        line,
      ).toBe(true);
      expect(text).not.toContain("…");
    }
  });

  it("says one thing after another: another line, in another frame, with little in common", async () => {
    const said = await live(description, 12);
    expect(said.length).toBe(12);
    expect(new Set(said).size).toBe(12);
    for (const [at, text] of said.entries()) {
      const before = said[at - 1];
      if (before === undefined) continue;
      expect(lineIn(text), text).not.toBe(lineIn(before));
      expect(text.replace(lineIn(text) ?? "", "")).not.toBe(before.replace(lineIn(before) ?? "", ""));
      expect(likeness(gramsOf(text), gramsOf(before))).toBeLessThan(0.75);
    }
  });
});

it("a bot speaks no tag on its own", async () => {
  expect(judge(affiliate).tags).toContain("Commission rates");
  for (const text of await live(affiliate, 30)) {
    expect(text).not.toMatch(/(?:about|know|on|with) “?Commission/);
    expect(text).toMatch(
      /An affiliate platform for podcasters\.|Commission is paid every Friday\.|Commission rates start at 12%\./,
    );
  }
});

it("a bot whose description has been said in all ways stops, and says so", async () => {
  const said = await live("Invoices for plumbers, by text.", 100);
  expect(said.length).toBeGreaterThanOrEqual(8);
  expect(said.length).toBeLessThan(30);
});

describe("what the demo says of a description", () => {
  const part = fc.constantFrom(
    ...descriptions.flatMap((one) => sentencesIn(one).map((sentence) => sentence.trim())),
    ...languages.flatMap((one) => [...topicsOf(one).statement, ...topicsOf(one).noun]),
    "1,200 subscribers, pause whenever you like.",
    "Trusted by 40 crews & rated 4.9 of 5",
    "Unlike spreadsheets, without meetings",
    "<b>Free</b> for schools",
    "https://example.com/try",
    "🧭",
    "“Best tool of 2025”, says the Herald.",
  );
  const description = fc
    .array(fc.tuple(part, fc.constantFrom(" ", ". ", "\n", "! ", ", ")), { minLength: 1, maxLength: 14 })
    .map((parts) => parts.map(([text, gap]) => text + gap).join(""));

  it("every quotation stands in it as whole words, and so does every tag, and the summary", () => {
    fc.assert(
      fc.property(description, (text) => {
        const { summary, tags, criteria } = judge(text);
        for (const { words, points } of Object.values(criteria)) {
          expect(words.length > 0).toBe(points > 0);
          for (const quote of words) {
            expect(text.replace(/<[^>]*>/g, " ")).toContain(quote);
            expect(findWords(text.replace(/<[^>]*>/g, " "), quote), quote).not.toBeNull();
          }
        }
        for (const tag of tags) expect(text.toLowerCase()).toContain(tag.toLowerCase());
        if (!/^A product (?:that its|whose) description/.test(summary)) {
          expect(
            text
              .replace(/<[^>]*>/g, " ")
              .replace(/\s+/g, " ")
              .replaceAll("https://", "")
              .replaceAll("/try", ""),
          ).toContain(summary.slice(0, 40));
          expect(summary).not.toContain("…");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("its tags name things, not the word that comes most often", () => {
    expect(judge(sample.content).tags).toEqual([
      "Booking page",
      "Small sailing schools",
      "Last-minute offers",
      "Nine schools",
      "Empty seats",
    ]);
  });

  it("a word that is only the beginning of another is no quotation", () => {
    expect(judge("A tea club. 1,200 subscribers so far.").criteria.call_to_action.words).toEqual([]);
  });
});
