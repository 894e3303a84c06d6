// Classifies text as a noun phrase, a statement, a question or any other line.
import { dropEnd } from "~/ground/trim-end";
import type { Grammar } from "./frames";
import { sentencesIn } from "./passages";
import { weightBound } from "./weight";

/** "line" is unclear text, and text not to argue with: calls to action, personal remarks, headings. */
export type Kind = "noun" | "statement" | "question" | "line";

const asking = /[?？؟]["”“»’」』)）\]】!！]*$/u;
const closing = /[.!?。！？؟।…]["”“»’」』)）\]】]*$/u;

const withoutStop = (text: string): string => dropEnd(text, /[.。।\s]/u);

export function kindOf(passage: string, grammar: Grammar | null): Exclude<Kind, "noun"> {
  const last = (sentencesIn(passage).at(-1) ?? passage).trim();
  if (asking.test(last)) return "question";
  if (!grammar) return "line";
  const bare = withoutStop(last);
  if (/[!！…]$/u.test(bare)) return "line";
  if (bare === withoutStop(passage) && grammar.asks.test(bare)) return "question";
  if (grammar.own.test(bare) || grammar.own.test(passage)) return "line";
  return saysSomething(bare, grammar) ? "statement" : "line";
}

const saysSomething = (text: string, { says, clause }: Grammar): boolean =>
  says.test(text.replace(clause, " ").trimEnd());

const maxNounWeight = 80;
const maxNounWords = 7;
const maxUnspaced = 18;
/** In an unknown language, several words may be a sentence. */
const maxForeignWords = 3;

export function isNoun(topic: string, grammar: Grammar | null): boolean {
  if (weightBound(topic) > maxNounWeight || /[\n"“”„«»「」『』《》()[\]{}（）【】]/u.test(topic)) return false;
  if (closing.test(topic) || /[,;:，、；：] .*[,;:，、；：]|[!?！？؟]/u.test(topic)) return false;
  const words = topic.split(" ").length;
  if (!grammar) return words <= maxForeignWords;
  if (words > maxNounWords || [...topic.matchAll(unspaced)].length > maxUnspaced) return false;
  return ![grammar.says, grammar.maybe, grammar.asks, grammar.own].some((sign) => sign.test(topic));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
