// The browser's count against the server's, which is X's own library: never another number where it claims to know.
import fc from "fast-check";
import tt from "twitter-text";
import { describe, expect, it } from "vitest";
import { countText, type Weighed } from "~/features/tweets/count";
import { hasLink, unitLimit, weigh, weighPieces } from "~/features/tweets/text.server";

const nothing: ReadonlyMap<string, Weighed> = new Map();

/** As the edit box does it: what the browser can't tell it asks for, piece by piece. */
function asked(text: string) {
  const { unsure } = countText(text, nothing);
  const told = weighPieces(unsure);
  return countText(text, new Map(unsure.map((piece, index) => [piece, told[index]!])));
}

/** The server's own word on the whole text. */
const truth = (text: string) => ({
  weight: weigh(text),
  hasLink: text.length <= unitLimit && hasLink(text),
  unsure: [],
});

const domains = (pattern: unknown): string[] =>
  String(pattern).match(/(?:xn--[a-z0-9]+|[^\s()|?:[\]{}\\/^$+*.!=@0-9_-]{2,})/giu) ?? [];
const allDomains = [...domains(tt.regexen.validGTLD), ...domains(tt.regexen.validCCTLD)];

const emoji = [
  ..."😀🫠🫩❤©®™‼ℹ↔〰✈1#*⃣️‍🏽🏿🇩🇪🇶👩👦👧🐦🔥🏴🤝🙂",
  "👩‍👩‍👧‍👦",
  "❤️",
  "1️⃣",
  "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "🇨🇶",
  "🫱🏽‍🫲🏿",
  "\uFE0E",
  "\u{E0067}",
];
const scripts = [
  "日",
  "本語",
  "안녕",
  "안".normalize("NFD"),
  "é",
  "e\u0301",
  "ﬁ",
  "\uFB2C",
  "नमस्ते",
  "مرحبا",
  "שלום",
  "ไทย",
  "…",
  "—",
  "“",
  "\u2028",
  "\u3000",
  "\u00A0",
  "\uFEFF",
  "\u202E",
  "\u212A",
];
const links = [
  "https://",
  "http://",
  "linnet.com",
  "x.co",
  "Node.js",
  "end.Begin",
  "v1.2",
  "e.g.",
  "日本.jp",
  "看x.com看",
  "t.co/abcdefghij",
  "http://例え.テスト",
  "a@x.com",
  "$x.com",
  "#x.com",
  "_x.com",
  "https://x.com/a?b=c#d",
  "/path",
  "(x.com)",
  "x.com.",
  "x.CO",
  "www.x.com:80/",
  "-x.com",
  "x..com",
];
const joints = [" ", "\n", "\t", ".", "/", ":", "a", "Z", "7", "@", "-"];

const piece = fc.oneof(
  fc.constantFrom(...emoji, ...scripts, ...links, ...joints),
  fc.string({ unit: "grapheme", maxLength: 3 }),
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.constantFrom(...allDomains).map((domain) => `a.${domain}`),
);
const anyText = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

describe("the count in the browser", () => {
  it("is the server's, once the server has told what it was asked for", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(asked(text), JSON.stringify(text)).toEqual(truth(text));
      }),
      { numRuns: 10_000 },
    );
  });

  it("is the server's for any text at all", () => {
    for (const unit of ["grapheme", "binary"] as const)
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
          expect(asked(text), JSON.stringify(text)).toEqual(truth(text));
        }),
        { numRuns: 3_000 },
      );
  });

  it("is the server's for every single character of the plane that people write in", () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x10000; code += 1) {
      const text = String.fromCharCode(code);
      const { weight, unsure } = countText(text, nothing);
      if (unsure.length === 0 && weight !== weigh(text)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it("asks about every domain that X takes for a link", () => {
    expect(allDomains.length).toBeGreaterThan(1_400);
    const silent = allDomains.filter((domain) => {
      const text = `linnet.${domain}`;
      return weigh(text) !== countText(text, nothing).weight && countText(text, nothing).unsure.length === 0;
    });
    expect(silent).toEqual([]);
  });

  it.each([
    ["plain words", "Friday deploys are fine. Really... 3.5 of them, v1.2!"],
    ["Japanese", "鳥が一羽。"],
    ["curly quotes and an ellipsis", "“We’re here”…"],
    ["simple emoji", "😀 sings 🫠🫠"],
    ["accents, composed or not", "café cafe\u0301"],
  ])("asks nobody about %s", (_kind, text) => {
    expect(countText(text, nothing)).toEqual(truth(text));
  });

  it("asks for a link once, however the text goes on", () => {
    const { unsure } = countText("Read linnet.com/a now", nothing);
    expect(unsure).toEqual([" linnet.com/a"]);
    const known = new Map([[" linnet.com/a", { weight: 24, hasLink: true }]]);
    expect(countText("Read linnet.com/a now, please do", known)).toEqual(truth("Read linnet.com/a now, please do"));
  });

  it("asks for emoji apart from the words they are glued to", () => {
    expect(countText("鳥❤️鳥と鳥👍🏽", nothing).unsure).toEqual(["❤️", "👍🏽"]);
  });

  it("guesses 23 for what begins like a link, until it knows", () => {
    expect(countText("https://linnet.com/a/long/path/it/is", nothing)).toMatchObject({ weight: 23, hasLink: true });
  });

  it("is beyond any doubt above 5,000 code units, as the server's", () => {
    for (const text of ["a".repeat(5_001), "\uFB2C".repeat(2_000), "x.co ".repeat(2_000)])
      expect(countText(text, nothing)).toEqual({ weight: weigh(text), hasLink: false, unsure: [] });
  });

  it("is still exact at 5,000 code units, and counted as it was typed, not as it is folded", () => {
    expect(countText("a".repeat(5_000), nothing).weight).toBe(5_000);
    expect(countText("a".repeat(5_001), nothing).weight).toBe(23 * 5_001);
    expect(countText("e\u0301".repeat(2_501), nothing).weight).toBe(23 * 5_002);
  });

  it("takes a link for one in capitals too, before the server has said so", () => {
    expect(countText("HTTPS://LINNET.COM/A", nothing)).toMatchObject({ weight: 23, hasLink: true });
  });
});
