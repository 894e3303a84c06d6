// Rephrases a tweet by rules: drops or adds whole sentences, never cuts one.
import type { RefineTweet } from "../refine";
import { draft } from "./draft";
import { lineSlot } from "./frames";
import { isInVoice } from "./in-voice";
import { languageOf } from "./language";
import { sentencesIn } from "./passages";
import { refineWords, type RefineWords } from "./refine-words";
import { weightBound } from "./weight";

const maxWeight = 280;

/** Null if every way was already rejected. */
export function refineText(
  { text, instruction, topic, earlier = [], faulty = [], voice }: Omit<RefineTweet, "signal">,
  random: () => number,
) {
  const known = [text, ...faulty.map((draft) => draft.text)];
  const ways =
    instruction === "another"
      ? draft({ topic: topic || text, count: 10, known: [...known, ...earlier], random, voice })
      : instruction === "shorter"
        ? shorterThan(text)
        : framed(text, refineWords[languageOf(text) ?? "en"], instruction);
  return ways.find((way) => !known.includes(way) && isInVoice(way, voice)) ?? null;
}

function shorterThan(text: string): string[] {
  const ways: string[] = [];
  for (let left = withoutAPart(text); left !== null; left = withoutAPart(left)) ways.push(left);
  const bare = tidy(text.replace(/\([^()]*\)|（[^（）]*）/gu, " ").replace(/(?<!\S)[#＃][\p{L}\p{N}_]+/gu, " "));
  if (ways.length === 0 && says(bare) && bare !== text) ways.push(bare);
  return ways;
}

/** Null for a single sentence. An introduction such as "Three things:" goes together with what it introduces. */
function withoutAPart(text: string): string | null {
  const paragraphs = text.split(/\n{2,}/).filter(says);
  const parts = paragraphs.length > 1 ? paragraphs : sentencesIn(paragraphs[0] ?? "");
  if (parts.length < 2) return null;
  const glue = paragraphs.length > 1 ? "\n\n" : "";
  const rest = tidy(parts.slice(0, -1).join(glue));
  const left = /[:：]$/u.test(rest) ? tidy(parts.slice(1).join(glue)) : rest;
  return says(left) ? left : null;
}

const says = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n ?/gu, "\n")
    .trim();

function framed(text: string, words: RefineWords, instruction: keyof RefineWords): string[] {
  const bare = Object.values(words).flat().reduce(withoutFrame, text);
  return words[instruction].flatMap((frame) => {
    for (let left: string | null = bare; left !== null; left = withoutAPart(left)) {
      const way = frame.replace(lineSlot, () => left ?? "");
      if (weightBound(way) <= maxWeight) return [way];
    }
    return [];
  });
}

function withoutFrame(text: string, frame: string): string {
  const [before = "", behind = ""] = frame.split(lineSlot);
  const is = text.startsWith(before) && text.endsWith(behind) && text.length > before.length + behind.length;
  return is ? text.slice(before.length, text.length - behind.length) : text;
}
