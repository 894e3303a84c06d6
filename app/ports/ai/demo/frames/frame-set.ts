// What the demo writer needs of a language.
export interface FrameSet {
  /** Each a whole tweet with {topic} once, where a noun phrase or a quotation reads well. */
  frames: readonly string[];
  /** Around a topic that would break the sentence's grammar. */
  quotes: readonly [string, string];
  /** Topics that may stand without quotes: short noun phrases. */
  bare: RegExp;
  /** Wordings of "Write five tweets about …"; group 1 is the topic proper. */
  requests: readonly RegExp[];
  /** Stands in for a topic without a visible character. */
  nothing: string;
}
