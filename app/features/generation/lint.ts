// Measures how worn, alike and unfounded written posts are. Ranks posts, and never drops one. Pure.
import { gramsOf, likeness } from "~/features/tweets/similar";
import { type Form, forms } from "~/ports/ai/plan";
import { emojiIn, hashtagsIn } from "~/ports/ai/voice";
import { formOf } from "./form-of";
import { hasFormula, wornIn } from "./worn-phrases";

export interface Basis {
  topic: string;
  /** More text that facts may come from. */
  source?: string;
  /** Numbers may come from the web, so none counts as unfounded. */
  isSearched?: boolean;
}

export interface PostLint {
  worn: string[];
  hasFormula: boolean;
  dashes: number;
  exclamations: number;
  hashtags: number;
  emoji: number;
  /** Numbers that the basis doesn't have. */
  numbers: string[];
  isQuestion: boolean;
  form: Form;
  opening: string;
  characters: number;
}

/** An unusable answer may be 200,000 characters long. */
const maxUnits = 2_000;

export function lintPost(post: string, basis: Basis): PostLint {
  const text = post.slice(0, maxUnits);
  const form = formOf(text);
  const topic = `${basis.topic}\n${basis.source ?? ""}`;
  return {
    worn: wornIn(text, topic),
    hasFormula: hasFormula(text) && !hasFormula(topic),
    dashes: countOf(/[—–](?!\d)| - /g, text),
    exclamations: topic.includes("!") ? 0 : countOf(/[!！]/g, text),
    hashtags: unnamed(hashtagsIn(text), topic),
    emoji: unnamed(emojiIn(text), topic),
    numbers: basis.isSearched === true ? [] : unfoundedIn(text, topic),
    isQuestion: form === "question",
    form,
    opening: openingOf(text),
    characters: [...post].length,
  };
}

/** Each as a sentence for the writer. A fault found twice counts twice. */
export function softFaults(text: string, basis: Basis): string[] {
  const { worn, hasFormula: isFormula, dashes, exclamations, hashtags, emoji, numbers } = lintPost(text, basis);
  return [
    ...worn.map((phrase) => `It has the worn phrase “${phrase}”.`),
    ...(isFormula ? ["It says “it’s not this, it’s that”."] : []),
    ...(dashes > 1 ? [`It has ${dashes} dashes.`] : []),
    ...(exclamations > 0 ? ["It has an exclamation mark."] : []),
    ...(hashtags > 1 ? [`It has ${hashtags} hashtags.`] : []),
    ...(emoji > 1 ? [`It has ${emoji} emoji.`] : []),
    ...(numbers.length > 0 ? [`It has numbers that weren’t given: ${numbers.join(", ")}.`] : []),
  ];
}

export interface BatchLint {
  posts: number;
  /** Posts with one or more. */
  worn: number;
  formula: number;
  exclaiming: number;
  unfounded: number;
  questions: number;
  /** In all posts. */
  dashes: number;
  hashtags: number;
  emoji: number;
  forms: Record<Form, number>;
  kindsOfForm: number;
  openings: number;
  characters: { min: number; median: number; max: number };
  /** Jaccard index of the two posts most alike; 0: nothing in common. */
  likeness: number;
}

export function rangeOf(counts: readonly number[]): BatchLint["characters"] {
  const sizes = counts.toSorted((a, b) => a - b);
  return { min: sizes[0] ?? 0, median: sizes[Math.floor(sizes.length / 2)] ?? 0, max: sizes.at(-1) ?? 0 };
}

export function lintBatch(texts: readonly string[], basis: Basis): BatchLint {
  const lints = texts.map((text) => lintPost(text, basis));
  const posts = (test: (lint: PostLint) => boolean): number => lints.filter(test).length;
  const sum = (name: "dashes" | "hashtags" | "emoji"): number => lints.reduce((total, lint) => total + lint[name], 0);
  const counts = Object.fromEntries(forms.map((form) => [form, posts((lint) => lint.form === form)]));
  return {
    posts: lints.length,
    worn: posts(({ worn }) => worn.length > 0),
    formula: posts((lint) => lint.hasFormula),
    exclaiming: posts(({ exclamations }) => exclamations > 0),
    unfounded: posts(({ numbers }) => numbers.length > 0),
    questions: posts(({ isQuestion }) => isQuestion),
    dashes: sum("dashes"),
    hashtags: sum("hashtags"),
    emoji: sum("emoji"),
    forms: counts as Record<Form, number>,
    kindsOfForm: new Set(lints.map(({ form }) => form)).size,
    openings: new Set(lints.map(({ opening }) => opening)).size,
    characters: rangeOf(lints.map(({ characters }) => characters)),
    likeness: Math.max(0, ...likenessesIn(texts).map((row) => Math.max(0, ...row))),
  };
}

/**
 * Returns `count` texts in their order. Drops the ones with the most soft faults first; of as many, the ones most
 * alike to another; of those, the later.
 */
export function keepBest(texts: readonly string[], count: number, basis: Basis): string[] {
  if (texts.length <= count) return [...texts];
  const alike = likenessesIn(texts);
  const posts = texts.map((text, at) => ({ text, at, faults: softFaults(text, basis).length }));
  while (posts.length > Math.max(0, count)) {
    const likenessOf = (at: number): number => Math.max(0, ...posts.map((other) => alike[at]?.[other.at] ?? 0));
    const [worst] = posts.toSorted((a, b) => b.faults - a.faults || likenessOf(b.at) - likenessOf(a.at) || b.at - a.at);
    if (worst) posts.splice(posts.indexOf(worst), 1);
  }
  return posts.map(({ text }) => text);
}

/** Each with each; a text with itself is 0. */
function likenessesIn(texts: readonly string[]): number[][] {
  const grams = texts.map(gramsOf);
  return grams.map((text, at) => grams.map((other, no) => (at === no ? 0 : likeness(text, other))));
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

const unnamed = (found: readonly string[], topic: string): number =>
  found.filter((sign) => !topic.toLowerCase().includes(sign)).length;

const openingOf = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(words[0] ?? "");
  return unspaced ? [...(words[0] ?? "")].slice(0, 3).join("") : words.slice(0, 2).join(" ");
};

/** Marks of lists, times of day, and “Day 3”, which say nothing that could be wrong. */
const noClaim =
  /^[ \t]*\d{1,2}[.)][ \t]|\d{1,2}:\d{2}|\b\d{1,2} ?[ap]\.?m\b|\b(?:day|week|month|step|part|rule|no\.|question) \d+/gimu;
const numeral = /\d+(?:[.,]\d+)*(?:[ \u00A0]?(?:k|m|bn|million|thousand|billion)\b)?/giu;
const sizes: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, bn: 1e9, billion: 1e9 };
const counted = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

function unfoundedIn(text: string, topic: string): string[] {
  const words = topic.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = new Set([
    ...(topic.match(numeral) ?? []).map(valueOf),
    ...words.map((word) => counted.indexOf(word)).filter((value) => value >= 0),
  ]);
  return (text.replace(noClaim, " ").match(numeral) ?? []).filter((found) => !known.has(valueOf(found)));
}

/** 10,000 = 10000 = 10k. A comma before one or two last digits is a decimal one. */
function valueOf(found: string): number {
  const [, digits = "", size = ""] = /^([\d.,]+)\s*(\p{L}*)$/u.exec(found) ?? [];
  const plain = digits.replace(/[.,](?=\d{3}(?:\D|$))/g, "").replace(",", ".");
  return Number(plain) * (sizes[size.toLowerCase()] ?? 1);
}
