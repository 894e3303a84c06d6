// Shortens a tweet by leaving out whole sentences, and writes another like it. Can't rephrase.
import { demoLimits, type Instruction, type RefineTweet } from "../refine";
import { domainOf } from "./domains";
import { draft, isInVoice, maxWeight } from "./draft";
import { finished, isOfShowcase } from "./showcase";
import { subjectOf } from "./subject";
import { sentencesIn, weightBound } from "./text";

const refusals: Partial<Record<Instruction, string>> = {
  shorter: "The demo writer shortens by leaving out a sentence, and found none to leave out.",
  another: "The demo writer has no other tweet like this.",
};
export const refusalOf = (instruction: Instruction): string => refusals[instruction] ?? demoLimits.refusesRefine;

/** Null if it can't follow the instruction, or if every way was already rejected. */
export function refineText(request: Omit<RefineTweet, "signal">, random: () => number): string | null {
  const { text, instruction, earlier = [], faulty = [], voice } = request;
  const known = [text, ...faulty.map((draft) => draft.text)];
  if (!refusals[instruction]) return null;
  const ways = instruction === "shorter" ? shorterThan(text) : likeIt(request, [...known, ...earlier], random);
  const isFit = (way: string) => !known.includes(way) && weightBound(way) <= maxWeight && isInVoice(way, voice);
  return ways.find(isFit) ?? null;
}

/** Finished tweets are only like a finished one. */
function likeIt({ text, topic, voice }: Omit<RefineTweet, "signal">, known: string[], random: () => number): string[] {
  if (isOfShowcase(text)) return finished.filter((other) => !known.includes(other));
  const about = [topic, text].find((words) => subjectOf(words) !== null || domainOf(words) !== null);
  if (about === undefined) return [];
  return draft({ topic: about, count: 10, known, random, voice }).filter((other) => !other.includes(text));
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function shorterThan(text: string): string[] {
  const ways: string[] = [];
  for (let left = withoutAPart(text); left !== null; left = withoutAPart(left)) ways.push(left);
  const bare = text.replace(/ ?(?:\([^()]*\)|(?<!\S)#[\p{L}\p{N}_]+)/gu, "").trim();
  return ways.length === 0 && hasWords(bare) && bare !== text ? [bare] : ways;
}

/** Null for a single sentence. An introduction such as "Three things:" goes together with what it introduces. */
function withoutAPart(text: string): string | null {
  const paragraphs = text.split(/\n{2,}/).filter(hasWords);
  const parts = paragraphs.length > 1 ? paragraphs : sentencesIn(paragraphs[0] ?? "");
  if (parts.length < 2) return null;
  const glue = paragraphs.length > 1 ? "\n\n" : "";
  const rest = parts.slice(0, -1).join(glue).trim();
  return /[:：]$/u.test(rest) ? parts.slice(1).join(glue).trim() : rest;
}
