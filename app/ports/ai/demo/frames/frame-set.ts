// Defines what the demo writer needs per language: frames, and grammar to classify a topic.

export interface FrameSet {
  nouns: readonly string[];
  statements: readonly string[];
  questions: readonly string[];
  lines: readonly string[];
  quotes: readonly [string, string];
  bare: RegExp;
  /** Wordings of "Write five tweets about …"; group 1 is the topic itself. */
  requests: readonly RegExp[];
  nothing: string;
  tooLong: string;
  stop: string;
  ask: string;
  grammar: Grammar;
}

/** Hints, not a parser: if unsure, the frames for any text apply. */
export interface Grammar {
  /** Words that make a statement, certainly (`says`) or possibly (`maybe`). */
  says: RegExp;
  maybe: RegExp;
  /** Start of a descriptive clause, whose verbs don't count. Matches to the end. */
  clause: RegExp;
  asks: RegExp;
  own: RegExp;
  /** A sentence that depends on the one before it. */
  leans: RegExp;
  article: RegExp;
}

const never = /^(?!)/u;

export const grammar = (signs: Partial<Grammar>): Grammar => ({
  says: never,
  maybe: never,
  clause: never,
  asks: never,
  own: never,
  leans: never,
  article: never,
  ...signs,
});

const choice = (list: string): string =>
  list.trim().split(/\s+/).join("|").replaceAll("_", " ").replaceAll("'", "['’]");
const end = String.raw`(?![\p{L}\p{M}\p{N}])`;

export const words = (list: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${choice(list)})${end}`, "iu");

export const firstWords = (list: string): RegExp => new RegExp(`^(?:${choice(list)})${end}`, "iu");

export const clauseFrom = (list: string): RegExp =>
  new RegExp(String.raw`(?<=\S\s)(?:${choice(list)})${end}.*$`, "isu");
