// Splits a long text into the parts of a thread. Pure.
import { AppError } from "~/ground/errors";
import { truncate } from "~/features/tweets/text";
import { isPostable, unitLimit, weightLimit } from "~/features/tweets/text.server";
import { asTyped } from "~/features/tweets/tweet";
import { maxParts } from "./thread";
import { type Seam, seams, type Word, wordsOf } from "./words.server";

export const maxThreadUnits = maxParts * unitLimit;

export type Split =
  | { ok: true; parts: string[] }
  | {
      ok: false;
      code: "empty" | "invalid_characters" | "word_too_long" | "too_many_parts";
      message: string;
    };

/** Kinds of split points in order, each with how full a part must be (0 to 1) to end there. */
type Taste = readonly (readonly [Seam, number])[];
const careful: Taste = [
  [seams.paragraph, 1 / 3],
  [seams.line, 1 / 3],
  [seams.sentence, 1 / 2],
  [seams.word, 0],
  [seams.other, 0],
];
const sparing: Taste = careful.slice(3);

/** Never cuts inside a link, mention, hashtag or grapheme. `numbered` appends " 1/5" if there are several parts. */
export function split(input: string, { numbered }: { numbered: boolean }): Split {
  const text = asTyped(input);
  if (text.length > maxThreadUnits) return tooMany;
  const words: Word[] = [];
  let weight = 0;
  for (const word of wordsOf(text)) {
    if (word.weight > weightLimit) return refuseWord(text, word);
    weight += word.weight;
    if (weight > maxParts * weightLimit) return tooMany;
    words.push(word);
  }
  if (words.length === 0) return { ok: false, code: "empty", message: "Write something first." };
  const plain = fillBest(text, words, () => "");
  if (!numbered || !plain.ok || plain.parts.length === 1) return plain;
  const few = fill(text, words, careful, (part) => labelOf(part, 9));
  const isFew = few.ok && few.parts.length <= 9;
  return withNumbers(isFew ? few : fillBest(text, words, (part) => labelOf(part, maxParts)));
}

/** Throws invalid. */
export function requireSplit(text: string, options: { numbered: boolean }): string[] {
  const made = split(text, options);
  if (!made.ok) throw new AppError("invalid", made.message, { about: { field: "text", type: faults[made.code] } });
  return made.parts;
}

const faults = {
  empty: "too_short",
  invalid_characters: "invalid",
  word_too_long: "too_long",
  too_many_parts: "too_long",
} as const;

const tooMany: Split = {
  ok: false,
  code: "too_many_parts",
  message: `This doesn’t fit in ${maxParts} tweets. Shorten it.`,
};

const labelOf = (part: number, total: number): string => ` ${part}/${total}`;

const withNumbers = (made: Split): Split =>
  made.ok ? { ok: true, parts: made.parts.map((part, at) => part + labelOf(at + 1, made.parts.length)) } : made;

type Label = (part: number) => string;

function fillBest(text: string, words: readonly Word[], label: Label): Split {
  const made = fill(text, words, careful, label);
  return !made.ok && made.code === "too_many_parts" ? fill(text, words, sparing, label) : made;
}

function fill(text: string, words: readonly Word[], taste: Taste, label: Label): Split {
  const parts: string[] = [];
  let first = 0;
  while (first < words.length) {
    if (parts.length === maxParts) return tooMany;
    const next = nextPart(text, words, first, taste, label(parts.length + 1));
    if (!next.ok) return next;
    parts.push(next.part);
    first = next.after;
  }
  return { ok: true, parts };
}

type NextPart = { ok: true; part: string; after: number } | Extract<Split, { ok: false }>;

function nextPart(text: string, words: readonly Word[], first: number, taste: Taste, label: string): NextPart {
  const filled = fillingOf(words, first, weightLimit - label.length);
  // Words rarely weigh more together than alone; if they do, fewer are tried.
  for (let [count, step] = [filled.length, 1]; ; step *= 2) {
    const last = first + chooseEnd(words, first, filled.slice(0, count), taste);
    const part = text.slice(words[first]?.start, words[last]?.end);
    const fit = isPostable(part + label);
    if (fit.ok) return { ok: true, part, after: last + 1 };
    if (fit.code === "invalid_characters" || fit.code === "empty") return { ...fit, code: fit.code };
    if (last === first) return refuseWord(text, words[first], label);
    count = Math.max(1, last - first + 1 - step);
  }
}

function fillingOf(words: readonly Word[], first: number, room: number): number[] {
  const filled: number[] = [];
  let weight = 0;
  for (let at = first; at < words.length; at += 1) {
    const word = words[at] as Word;
    weight += word.weight + (at === first ? 0 : word.gapWeight);
    const units = word.end - (words[first]?.start ?? 0);
    if (at > first && (weight > room || units > unitLimit)) break;
    filled.push(weight / room);
  }
  return filled;
}

function chooseEnd(words: readonly Word[], first: number, filled: readonly number[], taste: Taste): number {
  const last = filled.length - 1;
  if (first + last === words.length - 1) return last;
  for (const [seam, share] of taste) {
    const at = filled.findLastIndex((full, index) => full >= share && (words[first + index]?.seam ?? 0) >= seam);
    if (at >= 0) return at;
  }
  return last;
}

function refuseWord(text: string, word: Word | undefined, label = ""): Extract<Split, { ok: false }> {
  const beginning = truncate(text.slice(word?.start, word?.end).slice(0, 2_000), 30);
  const room = label === "" ? "a tweet" : "a tweet with its number";
  return {
    ok: false,
    code: "word_too_long",
    message: `“${beginning}” is too long for ${room} and can’t be split. Shorten it.`,
  };
}
