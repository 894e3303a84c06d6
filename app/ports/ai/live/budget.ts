// Leaves out what a model with a small context can do without. Pure.
import type { Examples } from "../examples";
import type { Voice } from "../voice";

const charactersPerToken = 4;
/** Room for the answer: two tokens a word. */
const answerTokens = 1_000;
const keptSamples = 3;
const sampleCharacters = 400;

/** A question's parts that may be left out. Texts are newest first. */
export interface Reducible {
  earlier?: readonly string[];
  avoid?: readonly string[];
  voice?: Voice | undefined;
  examples?: Examples | undefined;
}

/** In scripts other than Latin a character is about a token. */
export function tokensIn(text: string): number {
  const ascii = text.replace(/[^\0-\x7F]/g, "").length;
  return Math.ceil(ascii / charactersPerToken) + (text.length - ascii);
}

/** Each returns a smaller question, or null if it has nothing to leave out. */
const reductions: readonly (<T extends Reducible>(question: T) => T | null)[] = [
  (question) => {
    const name = question.avoid ? "avoid" : "earlier";
    const texts = question[name];
    return texts?.length ? { ...question, [name]: texts.slice(0, -1) } : null;
  },
  (question) => (question.examples ? { ...question, examples: undefined } : null),
  (question) => withSamples(question, (samples) => samples.slice(0, keptSamples)),
  (question) => withSamples(question, (samples) => samples.map((sample) => sample.slice(0, sampleCharacters))),
];

function withSamples<T extends Reducible>(question: T, change: (samples: readonly string[]) => string[]): T | null {
  if (!question.voice) return null;
  const samples = change(question.voice.samples);
  const isSame = samples.join("\n") === question.voice.samples.join("\n");
  return isSame ? null : { ...question, voice: { ...question.voice, samples } };
}

/** Leaves out earlier posts from the oldest, then examples, then samples, until `textOf` fits. The topic always stays. */
export function fitted<T extends Reducible>(
  question: T,
  { contextTokens, textOf }: { contextTokens: number | null; textOf(question: T): string },
): T {
  if (contextTokens === null) return question;
  const isTooLong = (smaller: T): boolean => tokensIn(textOf(smaller)) > contextTokens - answerTokens;
  let fit = question;
  for (const reduce of reductions)
    while (isTooLong(fit)) {
      const smaller = reduce(fit);
      if (smaller === null) break;
      fit = smaller;
    }
  return fit;
}
