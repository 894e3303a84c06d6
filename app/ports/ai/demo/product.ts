// Judges a product's description by simple signs, and writes tweets from its sentences.
import type { AnalysedProduct, Judgement, WriteForProduct } from "../product";
import { criterionNames } from "../product";
import { framesOf, lineDrafts, standInDrafts, takeInTurn } from "./draft";
import { lineOf, shuffled } from "./fill";
import { type FrameSet, frameSets, lineSlot } from "./frames";
import { kindOf } from "./kind";
import { isInVoice, languageFor } from "./in-voice";
import { languageOf } from "./language";
import { passagesOf, sentencesIn } from "./passages";
import { signs } from "./signs";
import { tagsOf } from "./tags";
import { cleanTopic } from "./topic";
import { weightBound } from "./weight";

const maxSummaryWeight = 280;

export function judge(description: string): Omit<AnalysedProduct, "model" | "inputTokens" | "outputTokens"> {
  const cleaned = cleanTopic(description);
  const visible = description.normalize("NFC").replace(/<\/?[a-z!][^<>]*>/gi, " ");
  const judged = criterionNames.map((name) => [name, judgementOf(visible, signs[name])] as const);
  return {
    summary: summaryOf(cleaned),
    tags: tagsOf(cleaned),
    criteria: Object.fromEntries(judged) as AnalysedProduct["criteria"],
    improvements: [],
  };
}

function summaryOf(cleaned: string): string {
  const line = cleaned.split("\n").find((text) => /[\p{L}\p{N}\p{So}]/u.test(text));
  if (line === undefined) return "A product that its description does not put into words yet.";
  const sentences = sentencesIn(line);
  const lastFitting = sentences.findIndex(
    (_, at) =>
      weightBound(
        sentences
          .slice(0, at + 1)
          .join("")
          .trim(),
      ) > maxSummaryWeight,
  );
  const whole = (lastFitting < 0 ? sentences : sentences.slice(0, lastFitting)).join("").trim();
  return whole || "A product whose description has no sentence that is short enough to sum it up.";
}

const pointsFor = [0, 6, 8, 9] as const;

function judgementOf(text: string, sign: (typeof signs)[keyof typeof signs]): Judgement {
  const words = sign.find(text).slice(0, 3);
  const points = pointsFor[words.length] ?? 0;
  return { points, words, why: points === 0 ? sign.missing : sign.found };
}

const maxPassages = 60;

/** Leaves out tweets already posted; recently used lines and frames come last. */
export function draftForProduct(
  { product, avoid, count, voice }: Omit<WriteForProduct, "signal">,
  random: () => number,
): string[] {
  const cleaned = cleanTopic(product.description).slice(0, 5_000);
  const own = languageOf(cleaned);
  const language = languageFor(voice, own);
  const set = frameSets[language ?? "en"];
  const earlier = usesOf(avoid);
  const lines = linesOf(cleaned, set, language === null || language !== own);
  const readings = lines.map(({ line, frames }) => ({
    line,
    lastUsed: earlier.lastLine(line),
    drafts: shuffled(lineDrafts(frames, line), random)
      .map((draft) => ({ ...draft, lastUsed: earlier.lastFrame(draft.frame) }))
      .filter((draft) => !earlier.has(draft.text) && !isEcho(draft, line, earlier))
      .sort((a, b) => b.lastUsed - a.lastUsed),
  }));
  const hands = shuffled(readings, random).sort((a, b) => b.lastUsed - a.lastUsed);
  const inTurn = takeInTurn(hands.map(({ drafts }) => drafts));
  const texts = lines.length > 0 ? inTurn : shuffled(standInDrafts(cleaned, set), random).map(({ text }) => text);
  return [...new Set(texts)].filter((text) => !earlier.has(text) && isInVoice(text, voice)).slice(0, count);
}

interface Line {
  line: string;
  frames: readonly string[];
}

/** Questions keep their frames. Other lines are the maker's claims, which must not be argued with. */
function linesOf(text: string, set: FrameSet, foreign: boolean): Line[] {
  const grammar = foreign ? null : set.grammar;
  return passagesOf(text, (sentence) => isAppendix(sentence, set))
    .slice(0, maxPassages)
    .map((passage) => {
      const isQuestion = kindOf(passage, grammar) === "question";
      return { line: lineOf(passage, isQuestion, set), frames: framesOf(isQuestion ? "question" : "line", set) };
    });
}

const minWeight = 18;

/** A closing "Try it free." means nothing without the text before it. */
function isAppendix(sentence: string, { grammar }: FrameSet): boolean {
  const isCall = signs.call_to_action.find(sentence).some((call) => sentence.startsWith(call));
  return isCall || grammar.leans.test(sentence) || weightBound(sentence) < minWeight;
}

const never = Number.MAX_SAFE_INTEGER;

interface EarlierUse {
  has(text: string): boolean;
  lastLine(line: string): number;
  lastFrame(frame: string): number;
}

function usesOf(avoid: readonly string[]): EarlierUse {
  const all = new Set(avoid);
  const ago = (predicate: (text: string) => boolean): number => {
    const at = avoid.findIndex(predicate);
    return at < 0 ? never : at;
  };
  return {
    has: (text) => all.has(text),
    lastLine: (line) => ago((text) => text.split("\n").includes(line)),
    lastFrame: (frame) => ago((text) => text.includes(fixedPart(frame))),
  };
}

const fixedPart = (frame: string): string =>
  frame.split(lineSlot).reduce((best, part) => (part.length > best.length ? part : best), "");

const maxShare = 6;

function isEcho(draft: { frame: string; lastUsed: number }, line: string, earlier: EarlierUse): boolean {
  const [ofFrame, ofLine] = [weightBound(draft.frame.replace(lineSlot, "")), weightBound(line)];
  const lineAgain = earlier.lastLine(line) < never && ofLine > ofFrame * maxShare;
  const frameAgain = draft.lastUsed < never && ofFrame > ofLine * maxShare;
  return lineAgain || frameAgain;
}
