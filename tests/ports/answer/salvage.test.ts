// The finished texts of a list that was cut off, at every byte.
import fc from "fast-check";
import { expect, it } from "vitest";
import { salvage } from "~/ports/ai/answer/salvage";

const texts = ['A "quoted" one', "Two\nlines", "Curly {braces} and [brackets]", "Backslash \\", "The end"];

it.each([
  ["a named list", JSON.stringify({ tweets: texts })],
  ["a bare list", JSON.stringify(texts)],
  ["a list of objects", JSON.stringify({ posts: texts.map((text) => ({ text })) })],
  [
    "a list in a fence after thoughts",
    `<think>[1, 2]</think>\n\`\`\`json\n${JSON.stringify({ tweets: texts }, null, 2)}`,
  ],
])("of %s are its first ones, wherever it ends", (_name, whole) => {
  for (let end = 0; end < whole.length; end += 1) {
    const kept = salvage(whole.slice(0, end)) ?? [];
    expect(kept, whole.slice(0, end)).toEqual(texts.slice(0, kept.length));
  }
  expect(salvage(whole)).toEqual(texts);
});

it("are each finished text, and no more", () => {
  const whole = JSON.stringify({ tweets: texts });
  const ends = texts.map((_, at) => JSON.stringify({ tweets: texts.slice(0, at + 1) }).length - 2);
  expect(ends.map((end) => salvage(whole.slice(0, end))?.length)).toEqual([1, 2, 3, 4, 5]);
  expect(ends.map((end) => salvage(whole.slice(0, end - 1))?.length ?? 0)).toEqual([0, 1, 2, 3, 4]);
});

it.each(["", "I can’t help with that.", '{"summary": "A shop', '{"a": [', "]}", '["'])(
  "there are none in %j",
  (text) => {
    expect(salvage(text)).toBeNull();
  },
);

it("any text is read without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[]{}",:\\a1 '), maxLength: 60 }), (text) => void salvage(text)),
  );
});
