// Nearly the same: the Jaccard index of word 3-grams, in scripts with and without spaces.
import { expect, it } from "vitest";
import { gramsOf, isTooLike, likeness } from "~/features/tweets/similar";

const like = (a: string, b: string) => likeness(gramsOf(a), gramsOf(b));

it.each([
  ["Same words, other CASE!", "same words other case", 1],
  ["one two three four five", "one two three four six", 2 / 4],
  ["one two three", "three two one", 0],
  ["Look: https://a.example/1 one two three", "Look https://b.example one two three", 1],
  ["hi", "HI!", 1],
  ["🐦🐦", "🐦🐦", 1],
  ["🐦🐦", "🚀", 0],
])("%j and %j: %d", (a, b, expected) => {
  expect(like(a, b)).toBeCloseTo(expected, 10);
  expect(like(b, a)).toBeCloseTo(expected, 10);
});

it("tells Chinese and Japanese sentences apart, and finds them alike", () => {
  const chinese = "每天早上我都会去海边散步，看看今天的风适不适合帆船课。";
  expect(like(chinese, chinese.replace("。", "！"))).toBe(1);
  expect(like(chinese, "昨天晚上下了一场大雨，所以学校取消了所有的课程。")).toBeLessThan(0.2);
});

it("is too like from 0.8 on", () => {
  const words = (n: number) => Array.from({ length: n }, (_, at) => `w${at}`).join(" ");
  // 18 of 20 runs in common would be 18 / 20: the tail of twenty-two words differs in its last.
  expect(isTooLike(gramsOf(`${words(21)} end`), [gramsOf(words(22))])).toBe(true);
  expect(isTooLike(gramsOf(`${words(5)} end`), [gramsOf(words(6))])).toBe(false);
});

it("compares the first 2,000 units, however long a text is", () => {
  const words = Array.from({ length: 4_000 }, (_, at) => `word${at}`).join(" ");
  const beginning = words.slice(0, 2_000);
  expect(gramsOf(`${beginning}${" another end".repeat(900)}`)).toEqual(gramsOf(beginning));
  expect(gramsOf("鳥が木の上で歌う".repeat(1_600)).size).toBeLessThan(2_000);
});
