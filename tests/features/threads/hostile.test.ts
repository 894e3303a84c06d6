// What a hostile text costs when it is split: how much of it the segmenter and X's library are given, whose time grows faster.
import tt from "twitter-text";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { maxThreadUnits, split } from "~/features/threads/threads.server";

/** V8 takes time with the length of the whole text for each segment: 0.1 s for so much. */
const maxSegmenting = 80_000_000;
/** The square of each run of letters, seven times that beyond Latin: so much as links of 770 letters have at most, twice. */
const maxLooking = 2 * (maxThreadUnits / 770) * 600_000;

const segmentOf = (segmenter: Intl.Segmenter, text: string) => original.call(segmenter, text);
const original = Intl.Segmenter.prototype.segment;

let segmenting = 0;
let looked: MockInstance<typeof tt.extractUrlsWithIndices>;
let extracted: MockInstance<typeof tt.extractUrls>;
beforeEach(() => {
  segmenting = 0;
  vi.spyOn(Intl.Segmenter.prototype, "segment").mockImplementation(function (this: Intl.Segmenter, text) {
    const found = Array.from(segmentOf(this, text));
    segmenting += found.length * text.length;
    return found as unknown as Intl.Segments;
  });
  looked = vi.spyOn(tt, "extractUrlsWithIndices");
  extracted = vi.spyOn(tt, "extractUrls");
});
afterEach(() => vi.restoreAllMocks());

function lookingOf(calls: [string, ...unknown[]][]): number {
  const runs = calls.flatMap(([text]) => text.split(/[\s!-,/:-@[-^`{-~]/u));
  return runs.reduce((cost, run) => {
    if (/^[a-z0-9]*$/i.test(run)) return cost + run.length;
    return cost + run.length ** 2 * (/^[\0-\u024F]*$/.test(run) ? 1 : 7);
  }, 0);
}

const long = (unit: string): string => unit.repeat(Math.ceil(maxThreadUnits / unit.length)).slice(0, maxThreadUnits);

const units = [
  ...[" ", "a\n", "a\r\n\r\n", "a ", " \u0301", "\u0600 a ", "a\u0301", "あ\u3000", "!", "1. ", "a. ", "\u{1D160} "],
  ...[
    "https://a.co ",
    "https://a.co",
    "https://a.coあ",
    "http://",
    "http://あ",
    "http://ああああ。",
    "a.b ",
    "a.",
    "x.co/あ",
  ],
  ...[`http://${"あ".repeat(90)}/ `, `見https://a.co/${"a/".repeat(190)}`, `https://a.co/${"a.".repeat(350)} `],
  ...[`https://a.co/${"a.".repeat(2_000)}あ`, `${"一".repeat(280)}linnet.com `, "あ.い", "あ.い "],
  ...["#あ", "#あ ", "@a ", "@あ", "＠", "a@b.co あ"],
  ...["👩\u200D", "👩‍👩‍👧‍👦", "😀", "🇩🇪", "🏴\u{E0067}\u{E0062}\u{E007F}", "あ\u0301", "\u0600", "ก", "ア", "一"],
  ...["สวัสดีครับผมชื่อ", "我们今天去北京看看。", "សួស្តី", "كلمة،", "नमस्ते। "],
];

it.each(units)("125,000 code units of %j are looked through no further than a thread can go", (unit) => {
  expect(split(long(unit), { numbered: false }).ok, unit).toBe(false);
  expect(segmenting).toBeLessThan(maxSegmenting);
  const calls = [...looked.mock.calls, ...extracted.mock.calls] as [string, ...unknown[]][];
  expect(lookingOf(calls)).toBeLessThan(maxLooking);
});

it.each([
  ["one character of 1,600 joined ones, and then many", "👩\u200D".repeat(1_600) + long("😀").slice(5_000)],
  [
    "a tweet's worth of ideographs behind a link of 4,000 code units",
    `https://a.co/${"a/".repeat(2_000)}${"一".repeat(900)}`,
  ],
])("so is %s", (_, text) => {
  split(text, { numbered: true });
  expect(segmenting).toBeLessThan(maxSegmenting);
});

it("the control: the segmenter is asked, and a whole text would have been far too much", () => {
  const text = "我们今天去北京看看。".repeat(300);
  expect(split(text, { numbered: false }).ok).toBe(true);
  expect(segmenting).toBeGreaterThan(100_000);
  segmenting = 0;
  Array.from(new Intl.Segmenter("und", { granularity: "word" }).segment(long("一").slice(0, 20_000)));
  expect(segmenting).toBeGreaterThan(maxSegmenting);
});
