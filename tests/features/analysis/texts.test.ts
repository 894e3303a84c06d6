// How the writer's words are taken into an analysis: each bound at its bound, each mark and each character that must not stay.
import { expect, it } from "vitest";
import {
  chooseImprovements,
  chooseSummary,
  chooseTags,
  criteria,
  explainScore,
  findWords,
  verdict,
} from "~/features/analysis/score";
import { criterionNames, type Judgement } from "~/ports/ai/product";

type Judged = Parameters<typeof explainScore>[1];
const judged = (change: Partial<Record<(typeof criterionNames)[number], Partial<Judgement>>>): Judged =>
  Object.fromEntries(
    criterionNames.map((name) => [name, { points: 0, why: "why", words: [], ...change[name] }]),
  ) as Judged;
const clarityOf = (text: string, given: Partial<Judgement>) =>
  explainScore(text, judged({ clarity: given })).criteria[0];

it.each([
  ["say “more” now", "„more“", "more"],
  ["say «more» now", "say »more« now", "say «more» now"],
  ["say “more” now", 'say "more"', "say “more"],
  ["it’s here", "it's here", "it’s here"],
  ["it's here", "it‘s here", "it's here"],
  ["it‘s here", "it’s here", "it‘s here"],
  ["one two", "one two….", "one two"],
  ["one two", " “one two”. ", "one two"],
  ["one\u00a0 two", "one two", "one\u00a0 two"],
  ["one\n\ntwo", "one \t two", "one\n\ntwo"],
  ["ONE two", "one TWO", "ONE two"],
  ["STRASSE", "strasse", "STRASSE"],
  ["Élan vital", "e\u0301lan", "Élan"],
  ["(a|b) is [c] {d} e/f ^g$ h+ i* j? k.l m\\n", "(a|b) is [c] {d} e/f ^g$ h+ i* j? k.l m\\n", "whole"],
  ["a.b", "a+b", null],
  ["axb", "a.b", null],
  ["one two", "onetwo", null],
  ["onetwo", "one two", null],
  ["1,200 sold", "200 sold", "200 sold"],
  ["1200 sold", "200 sold", null],
  ["sold 1200", "sold 120", null],
  ["sold 120.", "sold 120", "sold 120"],
  ["première", "premi", null],
  ["🐦 one", "🐦 one", "🐦 one"],
  ["🐦 one", "🐦", null],
  ["one!", "!", null],
  ["x9", "9", null],
])("of %j the words %j are found as %j", (text, words, found) => {
  expect(findWords(text, words)).toBe(found === "whole" ? text : found);
});

it.each([
  ["Han", "面向小型帆船学校的", "小型帆船"],
  ["Hiragana", "わたしはうみへ", "はうみ"],
  ["Katakana", "カフェメニューランチ", "メニュー"],
  ["Thai", "วันนี้เราไปเดินเล่น", "เราไป"],
])("within a script without spaces they begin and end anywhere: %s", (_script, text, words) => {
  expect(findWords(text, words)).toBe(words);
});

it("a quotation has at most three hundred characters, and marks about it don't count", () => {
  expect(findWords("x".repeat(300), "x".repeat(300))).toHaveLength(300);
  expect(findWords("x".repeat(301), "x".repeat(301))).toBeNull();
  expect(findWords("x".repeat(300), `“${"x".repeat(300)}”`)).toHaveLength(300);
});

it("a description is found in whichever way its accents are written", () => {
  expect(clarityOf("cafe\u0301 for crews", { points: 10, words: ["café"] })).toMatchObject({ points: 10 });
});

it.each([
  [{ points: 7.25, words: ["one"] }, 7.3],
  [{ points: 7.24, words: ["one"] }, 7.2],
  [{ points: 10.1, words: ["one"] }, 10],
  [{ points: -1, words: ["one"] }, 0],
  [{ points: NaN, words: ["one"] }, 0],
  [{ points: 10, words: ["one", "none"] }, 5],
  [{ points: 10, words: ["one", "none", "neither"] }, 3.3],
  [{ points: 10, words: ["one", " ", ""] }, 10],
  [{ points: 10, words: ["one", "one"] }, 10],
  [{ points: 10, words: ["none"] }, 0],
  [{ points: 10, words: [] }, 0],
  [{ points: 10, words: ["one", "two", "three", "four", "none"] }, 8],
])("of %j it earns %d points", (given, points) => {
  expect(clarityOf("one two three four", given)?.points).toBe(points);
});

it("words that are quoted twice are shown once, and a reason is given for points alone", () => {
  const text = "One two";
  expect(clarityOf(text, { points: 8, words: ["one", "ONE", "two"] })?.words).toEqual(["One", "two"]);
  expect(clarityOf(text, { points: 8, words: ["one"], why: " So\n it is. " })?.why).toBe("So it is.");
  expect(clarityOf(text, { points: 8, words: ["none"], why: "So." })?.why).toBe(criteria[0]?.missing);
  expect(clarityOf(text, { points: 0, words: ["one"], why: "So." })).toMatchObject({ why: "So.", words: ["One"] });
  expect(clarityOf(text, { points: 0, words: [], why: "So." })?.why).toBe("So.");
  expect(clarityOf(text, { points: 8, words: ["one"], why: " " })?.why).toBe(criteria[0]?.missing);
  expect(clarityOf(text, { points: 8, words: ["one"] })).toMatchObject({
    name: "clarity",
    title: "Clarity",
    weight: 25,
  });
});

it("the score is the weighted sum, rounded to the tenth", () => {
  const tenths = (change: Parameters<typeof judged>[0]) => explainScore("one", judged(change)).tenths;
  const one = (points: number) => ({ points, words: ["one"] });
  expect(tenths(Object.fromEntries(criterionNames.map((name) => [name, one(10)])))).toBe(100);
  expect(tenths({ clarity: one(10) })).toBe(25);
  expect(tenths({ audience: one(10) })).toBe(20);
  expect(tenths({ differentiation: one(10) })).toBe(25);
  expect(tenths({ proof: one(10) })).toBe(15);
  expect(tenths({ call_to_action: one(10) })).toBe(15);
  // 0.3 × 15 is 0.45 tenths, and 0.4 × 15 is 0.6.
  expect(tenths({ proof: one(0.3) })).toBe(0);
  expect(tenths({ proof: one(0.4) })).toBe(1);
  expect(tenths({ audience: one(9.9), proof: one(3.3) })).toBe(25);
});

it.each([
  ["a\u0000b\u001fc\u007fd\u0085e", "a b c d e"],
  ["a\u2028b\u2029c", "a b c"],
  [" a \t\n b ", "a b"],
  ["e\u0301", "é"],
  ["a\ud800b\udc00", "ab"],
  ["🐦", "🐦"],
  ["", ""],
])("%j is kept as the line %j", (given, kept) => {
  expect(chooseSummary(given)).toBe(kept);
});

it("texts are cut by code points, with no space before the dots", () => {
  expect(chooseSummary("🐦".repeat(1_000))).toBe("🐦".repeat(1_000));
  expect(chooseSummary("🐦".repeat(1_001))).toBe(`${"🐦".repeat(999)}…`);
  expect(chooseSummary(`${"s".repeat(998)} and on`)).toBe(`${"s".repeat(998)}…`);
});

it.each([
  [["##Tea", "# Tea", "TEA"], ["Tea"]],
  [["Tea#shop"], ["Tea#shop"]],
  [["#", "##", " # "], []],
  [["x".repeat(40)], ["x".repeat(40)]],
  [["x".repeat(41)], [`${"x".repeat(39)}…`]],
  [
    ["b", "a", "B"],
    ["b", "a"],
  ],
  [
    ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    ["1", "2", "3", "4", "5", "6", "7", "8"],
  ],
])("of the tags %j it keeps %j", (given, kept) => {
  expect(chooseTags(given)).toEqual(kept);
});

it("advice of ours comes by what is missing times its weight, and nothing is said twice", () => {
  const earned = (points: number[]) => ({
    tenths: 0,
    criteria: criteria.map(({ name, title, weight }, at) => ({
      ...{ name, title, weight, why: "", words: [] },
      points: points[at] ?? 0,
    })),
  });
  const advice = criteria.map((one) => one.advice);
  // Missing: 25 × 9, 20 × 10, 25 × 5, 15 × 10, 15 × 9.9.
  expect(chooseImprovements([], earned([1, 0, 5, 0, 0.1]))).toEqual([advice[0], advice[1], advice[3]]);
  expect(chooseImprovements([], earned([10, 10, 10, 10, 9]))).toEqual([advice[4], advice[0], advice[1]]);
  expect(chooseImprovements(["Same.", "Same."], earned([1, 0, 5, 0, 0]))).toEqual(["Same.", advice[0], advice[1]]);
  expect(chooseImprovements([advice[0] ?? ""], earned([1, 0, 5, 0, 0]))).toEqual([advice[0], advice[1], advice[3]]);
  expect(chooseImprovements(["y".repeat(300), "y".repeat(301), "z"], earned([]))).toEqual([
    "y".repeat(300),
    `${"y".repeat(299)}…`,
    "z",
  ]);
});

it("of two that are as weak the first is named, in small letters", () => {
  const of = (...points: number[]) => ({
    criteria: criteria.map(({ name, title, weight }, at) => ({
      ...{ name, title, weight, why: "", words: [] },
      points: points[at] ?? 10,
    })),
  });
  expect(verdict(of(10, 6, 8, 6), 60)).toBe("Good. Weakest: audience");
  expect(verdict(of(10, 10, 10, 10, 2), 35)).toBe("Fair. Weakest: call to action");
  expect(verdict(of(7, 7, 7, 7, 7), 70)).toBe("Good");
  expect(verdict({ criteria: [] }, 0)).toBe("Weak");
});
