// What the demo writer needs of a language: its frames, and enough grammar to tell what a topic is.

export interface FrameSet {
  /** Each a whole tweet with {topic} once, where a noun phrase reads well. None is for a sentence. */
  nouns: readonly string[];
  /** Each with {line} once, on a line of its own: they develop a statement. */
  statements: readonly string[];
  /** The same, around a question. */
  questions: readonly string[];
  /** The same, around any words at all: a call, a word of oneself, a heading, a sentence of a product's description. */
  lines: readonly string[];
  /** Around a noun phrase that would break the sentence's grammar. */
  quotes: readonly [string, string];
  /** Noun phrases that may stand without quotes. */
  bare: RegExp;
  /** Wordings of "Write five tweets about …"; group 1 is the topic proper. */
  requests: readonly RegExp[];
  /** Stands in, as a noun phrase, for a topic without a visible character. */
  nothing: string;
  /** Stands in, as a noun phrase, for a topic of which no whole sentence fits into a tweet. */
  tooLong: string;
  /** What ends a sentence, and a question, that has no mark of its own. */
  stop: string;
  ask: string;
  grammar: Grammar;
}

/** Signs, not a parser: where they leave it open, the frames for any words are taken. */
export interface Grammar {
  /** Words that make a statement of it. */
  says: RegExp;
  /** Words that may. */
  maybe: RegExp;
  /** What begins a clause that says nothing by itself: its verbs don't count. To the end. */
  clause: RegExp;
  /** A question, also without its mark. */
  asks: RegExp;
  /** A call, or a word of oneself: nothing to argue about. */
  own: RegExp;
  /** A sentence that needs the one before it. */
  leans: RegExp;
  /** Articles and the like that a noun phrase has a capital for only at its beginning. */
  article: RegExp;
}

const never = /^(?!)/u;

/** A grammar from what a language has; what it leaves out, it has no sign for. */
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

/** One of these words anywhere, whole; _ stands for a space. */
export const words = (list: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${choice(list)})${end}`, "iu");

/** One of these words at the beginning. */
export const firstWords = (list: string): RegExp => new RegExp(`^(?:${choice(list)})${end}`, "iu");

/** One of these words, not at the beginning, and all that follows it. */
export const clauseFrom = (list: string): RegExp =>
  new RegExp(String.raw`(?<=\S\s)(?:${choice(list)})${end}.*$`, "isu");
