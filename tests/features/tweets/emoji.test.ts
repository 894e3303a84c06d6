// Every emoji that is one of several characters weighs 2, with the selector of its coloured form and without.
import { expect, it } from "vitest";
import { countText } from "~/features/tweets/count";
import { knownOf, weigh } from "~/features/tweets/text.server";

const isEmoji = new RegExp("^\\p{RGI_Emoji}$", "v");
const selector = "\uFE0F";
const joined = (...parts: string[]): string => parts.join("\u200D");
const colours = ["\u{1F3FB}", "\u{1F3FC}", "\u{1F3FD}", "\u{1F3FE}", "\u{1F3FF}"];

const singles = Array.from({ length: 0x1ff00 }, (_, code) => String.fromCodePoint(code))
  .filter((one) => /^\p{Emoji}$/u.test(one) && !/^[\p{Emoji_Modifier}\p{RI}]$/u.test(one))
  .map((one) => (/\p{Emoji_Presentation}/u.test(one) ? one : one + selector));
const coloured = (one: string): string[] =>
  /\p{Emoji_Modifier_Base}/u.test(one) ? [one, ...colours.map((colour) => one.replace(selector, "") + colour)] : [one];

const people = [..."👦👧🧒👨👩🧑"];
/** What stands behind a joiner, as of Unicode 17. */
const seconds = [
  ...people,
  ..."💥🔥🩹🟫🟩🌈⬛🦺🌾🍳🍼🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦯🦰🦱🦲🦳🦼🦽💨💫🎄🩰🤝🫯🐰",
  ...[..."♀♂➡⚧☠❄🗨⚕⚖✈🌫↔↕❤"].map((one) => one + selector),
];

const keycaps = [..."0123456789#*"].map((key) => `${key}${selector}\u20E3`);
const letters = Array.from({ length: 26 }, (_, n) => String.fromCodePoint(0x1f1e6 + n));
const flags = letters.flatMap((one) => letters.map((other) => one + other));
const regions = ["gbeng", "gbsct", "gbwls"].map(
  (name) => `🏴${[...name].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}\u{E007F}`,
);

function* sequences(): Generator<string> {
  const anybody = people.flatMap(coloured);
  for (const one of [...singles.flatMap(coloured), ...colours])
    for (const other of seconds.flatMap(coloured)) {
      yield joined(one, other);
      if (/\p{Emoji_Modifier_Base}/u.test(one)) yield joined(one, other, `➡${selector}`);
    }
  for (const one of anybody)
    for (const other of anybody) {
      for (const between of [`❤${selector}`, "🤝", "🫯", "🐰"]) yield joined(one, between, other);
      yield joined(one, `❤${selector}`, "💋", other);
    }
  for (const one of people)
    for (const other of people)
      for (const third of people) {
        yield joined(one, other, third);
        for (const fourth of people) yield joined(one, other, third, fourth);
      }
}

const real = (texts: Iterable<string>): string[] => [...new Set(texts)].filter((text) => isEmoji.test(text));
const whole = { keycaps: real(keycaps), flags: real([...flags, ...regions]), sequences: real(sequences()) };

/** With each of its selectors, without any, and where there are two without the one and the other. */
const formsOf = (text: string): string[] => {
  const pieces = text.split(selector);
  const without = pieces
    .slice(1)
    .map((_, at) => pieces.slice(0, at + 1).join(selector) + pieces.slice(at + 1).join(selector));
  return [...new Set([text, pieces.join(""), ...without])];
};

it("every keycap, flag and joined emoji weighs 2, with its selectors and without", () => {
  expect(whole.keycaps).toHaveLength(12);
  expect(whole.flags.length).toBeGreaterThan(250);
  expect(whole.sequences.length).toBeGreaterThan(1_300);
  const forms = Object.values(whole).flat().flatMap(formsOf);
  expect(forms.filter((form) => weigh(form) !== 2)).toEqual([]);
  expect(forms.filter((form) => weigh(`a${form} ${form}${form}.`) !== 9)).toEqual([]);
});

it("the count beside the text says the same of each", () => {
  for (const form of Object.values(whole).flat().flatMap(formsOf)) {
    const text = `a ${form}`;
    expect([form, countText(text, new Map(knownOf(text))).weight]).toEqual([form, 4]);
  }
});

it("what is joined and is no emoji counts by its characters, as before", () => {
  expect(["1\u20E4", "a\u20E3", "1\u200D2", "👨\u200D🐶"].map(weigh)).toEqual([3, 3, 3, 5]);
});
