// What counts as a word and as nearly the same, each rule by a pair of texts that only it tells apart.
import { expect, it } from "vitest";
import { gramsOf, isTooLike, likeness, tooLike } from "~/features/tweets/similar";

it.each([
  ["One two THREE", ["one two three"]],
  ["one two three four", ["one two three", "two three four"]],
  ["one two", ["one two"]],
  ["", [""]],
  ["\uff4f\uff4e\uff45 two three", ["one two three"]],
  ["see http://a.example/x?y=1 now", ["see now"]],
  ["see https://a.example/x now", ["see now"]],
  ["don't stop now", ["don't stop now"]],
  ["don’t stop now", ["don’t stop now"]],
  ["हिन्दी भाषा अच्छी", ["हिन्दी भाषा अच्छी"]],
  ["9 of 10 seats", ["9 of 10", "of 10 seats"]],
  ["🐦 🚀", ["🐦 🚀"]],
  ["🐦 🚀\n🌊 🌊", ["🐦 🚀 🌊", "🚀 🌊 🌊"]],
  ["a-b, c!", ["a b c"]],
])("%j is the runs %j", (text, runs) => {
  expect([...gramsOf(text)]).toEqual(runs);
});

it.each([
  ["Han", "我们今天去海边散步"],
  ["Hiragana", "わたしはうみへいきたいです"],
  ["Katakana", "カフェメニューランチセット"],
  ["Thai", "วันนี้เราไปเดินเล่นที่ชายหาด"],
  ["Lao", "ມື້ນີ້ພວກເຮົາໄປຍ່າງຫຼິ້ນ"],
  ["Khmer", "ថ្ងៃនេះយើងទៅដើរលេងនៅឆ្នេរ"],
  ["Myanmar", "ဒီနေ့ကျွန်တော်တို့ကမ်းခြေသွားတယ်"],
])("words of a script without spaces are told apart: %s", (_script, text) => {
  expect(gramsOf(`${text}。`).size).toBeGreaterThan(1);
  expect(gramsOf(text)).toEqual(gramsOf(`「${text}」！`));
});

const runs = (n: number, from = 0) => new Set(Array.from({ length: n }, (_, at) => `run ${from + at}`));

it("is the share that both have of what either has, and too like from four in five on", () => {
  expect(likeness(runs(4), runs(5))).toBe(0.8);
  expect(likeness(runs(5), runs(4, 1))).toBe(0.8);
  expect(likeness(runs(79), runs(100))).toBe(0.79);
  expect(likeness(runs(2), runs(2, 1))).toBeCloseTo(1 / 3, 10);
  expect(tooLike).toBe(0.8);
  expect(isTooLike(runs(4), [runs(9, 50), runs(5)])).toBe(true);
  expect(isTooLike(runs(79), [runs(100), runs(1)])).toBe(false);
  expect(isTooLike(runs(4), [])).toBe(false);
});
