// Drafts tweets on a topic: sorts its passages by kind and fills a template (frame) of that kind.
import { fillLine, fillNoun, lineOf, shuffled } from "./fill";
import { type FrameSet, frameSets, type Grammar } from "./frames";
import { isNoun, type Kind, kindOf } from "./kind";
import { isInVoice, languageFor } from "./in-voice";
import { languageOf } from "./language";
import { passagesOf, wholeOf } from "./passages";
import { showcaseFor } from "./showcase";
import { cleanTopic, trimEnd, withoutRequest } from "./topic";
import { weightBound } from "./weight";
import type { Voice } from "../voice";

export interface Draft {
  frame: string;
  text: string;
}

export interface DraftInput {
  topic: string;
  count: number;
  known: readonly string[];
  random: () => number;
  voice?: Voice | undefined;
}

/** Returns up to `count` different tweets; those in `known` come last, since the supply is small. */
export function draft({ topic, count, known, random, voice }: DraftInput): string[] {
  const cleaned = cleanTopic(topic);
  const own = languageOf(cleaned);
  const language = languageFor(voice, own);
  const set = frameSets[language ?? "en"];
  const foreign = language === null || language !== own;
  const subject = withoutRequest(cleaned, set.requests);
  const hands = handsOf(subject, set, foreign);
  const say = (readings: Draft[][]) => takeInTurn(shuffled(readings, random).map((drafts) => shuffled(drafts, random)));
  const drafted = [...(foreign ? [] : showcaseFor(subject)), ...hands.flatMap(say)];
  const fit = drafted.filter((text) => isInVoice(text, voice));
  // Stand-ins are for topics that don't fit a tweet, so not for words that the voice forbids.
  const standIns = say([standInDrafts(subject, set)]).filter((text) => isInVoice(text, voice));
  const texts = new Set(fit.length === drafted.length ? [...fit, ...standIns] : fit);
  const isKnown = (text: string) => known.includes(text);
  return [...[...texts].filter((text) => !isKnown(text)), ...[...texts].filter(isKnown)].slice(0, count);
}

function handsOf(subject: string, set: FrameSet, foreign: boolean): Draft[][][] {
  const grammar = foreign ? null : set.grammar;
  const noun = nounOf(subject, set, foreign);
  if (noun !== null) return [[nounDrafts(set.nouns, noun, set, foreign)]];
  const passages = readingsOf(subject, grammar, set);
  const own = passages.map(({ text, kind }) => lineDrafts(framesOf(kind, set), lineOf(text, kind === "question", set)));
  const any = passages
    .filter(({ kind }) => kind !== "line")
    .map(({ text, kind }) => lineDrafts(set.lines, lineOf(text, kind === "question", set)));
  return [own, any];
}

interface Reading {
  text: string;
  kind: Exclude<Kind, "noun">;
}

function readingsOf(subject: string, grammar: Grammar | null, set: FrameSet): Reading[] {
  const whole = wholeOf(subject);
  const passages = passagesOf(subject, (text) => set.grammar.leans.test(text)).filter((text) => !whole.includes(text));
  const readings = [...whole, ...whole, ...passages].map((text) => ({ text, kind: kindOf(text, grammar) }));
  // In a personal story, no sentence is an opinion to argue about.
  const isStory = readings.length > 1 && set.grammar.own.test(subject);
  return readings.map(({ text, kind }) => ({ text, kind: isStory && kind === "statement" ? "line" : kind }));
}

export const framesOf = (kind: Exclude<Kind, "noun">, set: FrameSet): readonly string[] =>
  ({ statement: set.statements, question: set.questions, line: set.lines })[kind];

const maxEmojiWeight = 40;

function nounOf(subject: string, set: FrameSet, foreign: boolean): string | null {
  const text = subject.trim();
  if (/[\p{L}\p{N}]/u.test(text)) return isNoun(text, foreign ? null : set.grammar) ? trimEnd(text) : null;
  return isEmoji(text) && weightBound(text) <= maxEmojiWeight ? text : null;
}

const isEmoji = (text: string): boolean =>
  /^[\p{Emoji}\p{Emoji_Component}\p{So}\u200d ]+$/u.test(text) && !/[#*]/.test(text);

export function standInDrafts(subject: string, set: FrameSet): Draft[] {
  const isThere = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(subject);
  return nounDrafts(set.nouns, isThere ? set.tooLong : set.nothing, set, false);
}

const nounDrafts = (frames: readonly string[], noun: string, set: FrameSet, foreign: boolean): Draft[] =>
  drafts(frames, (frame) => fillNoun(frame, noun, set, foreign));

export const lineDrafts = (frames: readonly string[], line: string): Draft[] =>
  drafts(frames, (frame) => fillLine(frame, line));

function drafts(frames: readonly string[], fill: (frame: string) => string | null): Draft[] {
  return frames.flatMap((frame) => {
    const text = fill(frame);
    return text === null ? [] : [{ frame, text }];
  });
}

export function takeInTurn(hands: readonly (readonly Draft[])[]): string[] {
  const used = new Set<string>();
  const chosen: string[] = [];
  let left = hands.map((hand) => [...hand]);
  while ((left = left.filter((hand) => hand.length > 0)).length > 0)
    for (const hand of left) {
      const unused = hand.findIndex(({ frame }) => !used.has(frame));
      const [next] = hand.splice(Math.max(unused, 0), 1);
      if (!next) continue;
      used.add(next.frame);
      chosen.push(next.text);
    }
  return chosen;
}
