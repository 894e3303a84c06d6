// Rephrases a tweet by rules: drops or adds whole sentences, never cuts one.
import type { RefineTweet } from "../refine";
import { draft, isInVoice, maxWeight } from "./draft";
import { sentencesIn, weightBound } from "./text";

/** Stock sentences, none of which claims a fact. `own` can't follow the user's words. */
const added = {
  bolder: ["I’ll say it without a “maybe”:\n\n{line}", "{line}\n\nI stand by every word."],
  personal: ["I keep coming back to this:\n\n{line}", "{line}\n\nThat is how I see it, at least today."],
  simpler: ["In plain words:\n\n{line}", "Put simply:\n\n{line}"],
  own: ["{line}\n\nHow would you put it?", "{line}\n\nWhat am I missing?"],
} as const;

/** Null if every way was already rejected. */
export function refineText(request: Omit<RefineTweet, "signal">, random: () => number): string | null {
  const { text, instruction, topic, earlier = [], faulty = [], voice } = request;
  const known = [text, ...faulty.map((draft) => draft.text)];
  const ways =
    instruction === "another"
      ? draft({ topic: topic || text, count: 10, known: [...known, ...earlier], random, voice })
      : instruction === "shorter"
        ? shorterThan(text)
        : added[instruction].map((frame) => frame.replace("{line}", () => text));
  const isFit = (way: string) => !known.includes(way) && weightBound(way) <= maxWeight && isInVoice(way, voice);
  return ways.find(isFit) ?? null;
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
