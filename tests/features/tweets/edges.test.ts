// The words of a tweet at the bounds: exactly as long as allowed, each script, each way to write a link, one and two.
import { expect, it } from "vitest";
import {
  asTyped,
  batchCostText,
  isTooLong,
  isWebAddress,
  nearLimit,
  tweetLimit,
  type TweetView,
} from "~/features/tweets/tweet";
import { fingerprint, preview, truncate } from "~/features/tweets/text";

it("a line's end is one character, however a form or an old text writes it", () => {
  expect(["a\r\nb\r\nc", "a\rb\rc", "a\nb", "a\r\n\r\nb", "a\r"].map(asTyped)).toEqual([
    "a\nb\nc",
    "a\nb\nc",
    "a\nb",
    "a\n\nb",
    "a\n",
  ]);
});

it("a file's mark before the words is none of them, and one within stays to be refused", () => {
  expect(["\uFEFFa\r\nb", "\uFEFF\uFEFFa", "a\uFEFFb", "\uFEFF"].map(asTyped)).toEqual(["a\nb", "a", "a\uFEFFb", ""]);
});

it("only what begins as a page's address becomes a link", () => {
  const can = ["http://a.example", "https://a.example", "HTTPS://A.EXAMPLE"];
  const cannot = ["javascript:alert('https://a.example')", " https://a.example", "//a.example", "ftp://a.example", ""];
  expect([can.every(isWebAddress), cannot.some(isWebAddress)]).toEqual([true, false]);
});

it("a tweet is too long from 281 on, and the count warns from 260", () => {
  expect([280, 281].map((weightedLength) => isTooLong({ weightedLength }))).toEqual([false, true]);
  expect([nearLimit, tweetLimit]).toEqual([260, 280]);
});

it("the cost of a batch is told for one, for two and for none, and what costs nothing is counted", () => {
  const batch = (...costs: (number | null)[]) =>
    batchCostText(
      costs.map((costUsd) => ({ costUsd }) as TweetView),
      false,
    );
  expect([batch(0.015), batch(0.015, 0.2), batch(0, 0.2), batch(null, 0.2), batch(), batch(null)]).toEqual([
    "About $0.015 on X.",
    "All 2: about $0.215 on X.",
    "All 2: about $0.20 on X.",
    "About $0.20 on X.",
    null,
    null,
  ]);
});

it("a text is shortened only where it is longer than allowed, and never behind a space", () => {
  expect([truncate("wrens", 5), truncate("wrens!", 5), truncate("wren song", 5), truncate("", 0)]).toEqual([
    "wrens",
    "wrens…",
    "wren…",
    "",
  ]);
});

it.each([
  "ဗမာစာဗမာစာဗမာစာ",
  "ภาษาไทยภาษาไทย",
  "ພາສາລາວພາສາລາວ",
  "ភាសាខ្មែរភាសាខ្មែរភាសាខ្មែរ",
  "ㄅㄆㄇㄈㄅㄆㄇㄈㄅ",
  "ひらがなひらがなの",
  "カタカナカタカナノ",
  "漢字漢字漢字漢字漢",
])("a preview of %s is cut at eight characters, and ends there", (word) => {
  const shown = preview(`${word} and more`);
  const eight = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(word)].slice(0, 8);
  expect(shown).toBe(`${eight.map(({ segment }) => segment).join("")}…`);
});

it("a word of eight such characters is whole, and words may follow", () => {
  expect(preview("漢字漢字漢字漢字 two three four")).toBe("漢字漢字漢字漢字 two three…");
});

it("a long word of a script with spaces is never cut", () => {
  expect(preview("Donaudampfschifffahrt on time today")).toBe("Donaudampfschifffahrt on time…");
});

it.each([
  ["Wrens sing", "wrens  sing\u200B !"],
  ["Wrens sing", "Wrens\u2060sing."],
  ["Wrens sing", "Wrens\u200Bsing"],
  ["Wrens sing", "WRENS SING . ."],
  ["Wrens sing", "Wrens sing HTTPS://X.EXAMPLE/a"],
  ["Wrens sing", "Wrens sing WWW.X.EXAMPLE"],
  ["Wrens sing", "Wrens sing x.co/abc"],
  ["Wrens sing", "Wrens sing X.IO/abc"],
  ["Wrens sing", "www.x.example wrens sing"],
  ["Wrens sing", "Wrens sing www.a.example www.b.example"],
  ["Straße", "STRASSE"],
  ["café", "CAFE\u0301"],
  ["ὈΔΟΣ", "ὀδος"],
])("%j and %j have one fingerprint", (one, other) => expect(fingerprint(one)).toBe(fingerprint(other)));

it.each([
  ["Node.js", "Node"],
  ["Wrens sing", "Wrenssing"],
  ["Wrens! sing", "Wrens sing"],
  ["Wrens sing x.co", "Wrens sing"],
  ["a.b/c", "a.d/c"],
])("%j and %j have two", (one, other) => expect(fingerprint(one)).not.toBe(fingerprint(other)));
