// Splits a text into words and rates each gap as a place to end a part. Pure.
import { plainWeight } from "~/features/tweets/count";
import { unitLimit, weigh, weightLimit } from "~/features/tweets/text.server";
import { entitiesIn, type Span } from "./entities.server";

/** Kinds of gaps after a word, best first. */
export const seams = { paragraph: 5, line: 4, sentence: 3, word: 2, other: 1 } as const;
export type Seam = (typeof seams)[keyof typeof seams];

export interface Word extends Span {
  /** Weighted length, of the word and of the whitespace before it. */
  weight: number;
  gapWeight: number;
  seam: Seam;
}

/** Whitespace as in X's library: excludes U+FEFF, which is forbidden in tweets. */
const runs = /[\S\uFEFF]+/g;

// V8's segmenter takes time proportional to the whole text per segment, so it only gets short pieces.
const words = new Intl.Segmenter("und", { granularity: "word" });
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

export function* wordsOf(text: string): Generator<Word> {
  let before = 0;
  for (const run of runsOf(text)) {
    const gapWeight = plainWeight(text.slice(before, run.start).normalize("NFC"));
    yield* wordsInRun(text, run, before === 0 ? 0 : gapWeight);
    before = run.end;
  }
}

/** Whitespace that forms one grapheme with a neighbor, such as a lone accent, is no gap. */
function* runsOf(text: string): Generator<Span> {
  let [start, end] = [-1, -1];
  for (const { 0: run, index } of text.matchAll(runs)) {
    const isApart =
      start >= 0 && !joinsBehind.test(characterBefore(text, end)) && !joinsBefore.test(characterAt(text, index));
    if (isApart) yield { start, end };
    if (isApart || start < 0) start = index;
    end = index + run.length;
  }
  if (start >= 0) yield { start, end };
}

/** Characters that form one grapheme with a space before or after them (Unicode annex 29). */
const joinsBefore = /[\p{Grapheme_Extend}\p{M}\p{Emoji_Modifier}\u200D\u0E33\u0EB3]/u;
const joinsBehind =
  /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u0D4E\u{110BD}\u{110CD}\u{111C2}\u{111C3}\u{113D1}\u{1193F}\u{11941}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}]/u;

function* wordsInRun(text: string, { start, end }: Span, gapWeight: number): Generator<Word> {
  const run = text.slice(start, end);
  const behind = seamBehind(text, end);
  const whole = { start, end, gapWeight, seam: behind };
  if (!unspaced.test(run)) {
    // Weighed with the space before it: an accent before a domain is part of a link only after a space.
    const weight = gapWeight === 0 ? weigh(run) : weigh(` ${run}`) - 1;
    if (weight <= weightLimit) return yield { ...whole, weight };
  }
  let [from, gap] = [0, gapWeight];
  for (const { at, seam } of seamsWithin(run)) {
    yield { start: start + from, end: start + at, weight: weigh(run.slice(from, at)), gapWeight: gap, seam };
    [from, gap] = [at, 0];
  }
  yield { start: start + from, end, weight: weigh(run.slice(from)), gapWeight: gap, seam: behind };
}

const emptyLine = /\n[^\S\n]*\n|\r[^\S\n]*\r|\u2029/;
const lineEnd = /[\n\r\u2028\u2029]/;
const gapAfter = /[^\S\uFEFF]*/y;

function seamBehind(text: string, end: number): Seam {
  gapAfter.lastIndex = end;
  const gap = gapAfter.exec(text)?.[0] ?? "";
  if (emptyLine.test(gap)) return seams.paragraph;
  if (lineEnd.test(gap)) return seams.line;
  return endsSentence(text, end, end + gap.length) ? seams.sentence : seams.word;
}

const sentenceEnd = /[.!?…‥。．！？｡؟۔।॥։።][\p{Pe}\p{Pf}"']{0,3}$/u;
const notOver = /(?:^|[\s\p{Ps}\p{Pi}"'])(?:\p{L}|\p{Nd}{1,3})\.$/u;
const lowerCase = /^\p{Ll}/u;

function endsSentence(text: string, end: number, next: number): boolean {
  const tail = text.slice(Math.max(0, end - 6), end);
  if (!sentenceEnd.test(tail) || notOver.test(tail)) return false;
  return !/[.…]/.test(tail) || !lowerCase.test(text.slice(next, next + 2));
}

interface SeamWithin {
  at: number;
  seam: Seam;
}

/** Characters of a bare link or path; never cut between two of them. */
const ofLink = /[!-~\u00A1-\u052F]/;
const sign = /[#＃@＠$]/;
const space = /\s/;
/** Characters that may not begin a line, or may not end one. */
const closing = /[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{Sk}ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const opening = /[\p{Ps}\p{Pi}]/u;

function* seamsWithin(run: string): Generator<SeamWithin> {
  const entities = entitiesIn(run);
  const nextEntity = (): Span => entities.next().value ?? { start: Infinity, end: Infinity };
  let entity = nextEntity();
  let last = 0;
  for (const at of edgesIn(run)) {
    if (at - last > unitLimit) return;
    while (entity.end <= at) entity = nextEntity();
    if (entity.start < at) continue;
    const [left, right] = [characterBefore(run, at), characterAt(run, at)];
    if (ofLink.test(left) && ofLink.test(right)) continue;
    if (space.test(left) || space.test(right) || sign.test(left)) continue;
    // Cutting here would turn the next word into a tag.
    if (sign.test(right) && entity.start !== at) continue;
    last = at;
    yield { at, seam: seamBetween(run, at, left, right) };
  }
}

function seamBetween(run: string, at: number, left: string, right: string): Seam {
  if (opening.test(left) || (closing.test(right) && !sign.test(right))) return seams.other;
  if (endsSentence(run, at, at)) return seams.sentence;
  return unspaced.test(left) || unspaced.test(right) ? seams.word : seams.other;
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0);

function characterBefore(text: string, at: number): string {
  const pair = text.slice(at - 2, at);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1);
}

const blockUnits = 256;
/** Extra characters to look at, since an edge can depend on what follows, as in "can't". */
const aheadUnits = 32;

/** Edges of both words and graphemes, except 0. Works block by block from the last edge. */
function* edgesIn(run: string): Generator<number> {
  let [from, units] = [0, blockUnits];
  while (from < run.length && units <= 2 * unitLimit) {
    const isLast = from + units >= run.length;
    const edges = edgesOf(run.slice(from, from + units + aheadUnits), isLast ? Infinity : units);
    for (const at of edges) yield from + at;
    if (isLast) return;
    [from, units] = edges.length > 0 ? [from + (edges.at(-1) ?? 0), blockUnits] : [from, 2 * units];
  }
}

function edgesOf(block: string, last: number): number[] {
  const edges = Array.from(words.segment(block), ({ index }) => index).filter((at) => at > 0 && at <= last);
  if (edges.length === 0) return [];
  const ofGraphemes = new Set(Array.from(graphemes.segment(block), ({ index }) => index));
  return edges.filter((at) => ofGraphemes.has(at));
}
