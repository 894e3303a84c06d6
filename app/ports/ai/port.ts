// The writer as Linnet needs it: a topic in, tweets out. Two faces: Gemini, and the demo writer that works offline.

import type { LoggedAs } from "~/ground/errors";
import type { Examples } from "./examples";
import type { AnalyseProduct, AnalysedProduct, WriteForProduct } from "./product";
import type { RefineTweet } from "./refine";
import type { Voice } from "./voice";

export interface Source {
  title: string;
  url: string;
}

export interface WriteTweets {
  topic: string;
  webSearch: boolean;
  /** How many to ask for. */
  count: number;
  /** Posts of the same author that are not to be repeated. */
  earlier?: readonly string[];
  /** Posts that can't be published, each with its fault as a sentence: written anew, `count` of them, without a search. */
  faulty?: readonly { text: string; fault: string }[];
  /** How the author sounds. */
  voice?: Voice | undefined;
  /** What to learn form and tone from. */
  examples?: Examples | undefined;
  /** Gives up when aborted, with what is there already, or with WriterError "aborted". */
  signal: AbortSignal;
}

export interface WriteThread extends Omit<WriteTweets, "count" | "faulty"> {
  /** How many parts it has. */
  parts: number;
}

export interface WrittenTweets {
  /** As written, not yet checked: features/generation decides what is good enough. */
  texts: string[];
  /** The service's answer shows that the web was searched for them; left out: it doesn't. */
  searched?: boolean;
  sources: Source[];
  /** HTML that Google's terms oblige us to show beside grounded answers. */
  searchSuggestions: string | null;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** When the service takes the model away, ms; null or not there where it doesn't say. */
  modelRetiresAt?: number | null;
}

/** What was spent before it failed. */
export interface SpentTokens {
  inputTokens: number;
  outputTokens: number;
}

/** Everything that a writer can fail with. */
export const writerFailures = [
  "blocked", // the prompt or the answer was refused by the service's rules
  "empty", // nothing usable came back
  "cut", // the answer stopped in the middle
  "malformed", // not the JSON that was asked for
  "busy", // 429 by minute, 503: worth another try soon
  "quota", // 429 by day: not before midnight Pacific
  "key", // key missing, wrong or not permitted
  "model", // the model is unknown or retired
  "region", // not available where this server stands
  "timeout",
  "aborted",
  "unreachable",
  "failed", // anything else
] as const;
export type WriterFailure = (typeof writerFailures)[number];

/** `message` is a sentence for the person; `retryAfterMs` is set only where another try makes sense; `spent`: tokens. */
export class WriterError extends Error {
  override readonly name = "WriterError";
  constructor(
    readonly reason: WriterFailure,
    message: string,
    readonly more: { cause?: unknown; retryAfterMs?: number | null; spent?: SpentTokens } = {},
  ) {
    super(message, { cause: more.cause });
  }

  get loggedAs(): LoggedAs {
    if (this.reason === "blocked" || this.reason === "busy" || this.reason === "aborted") return "info";
    return this.reason === "failed" ? null : "warn";
  }
}

/** What is said wherever Gemini's key is spoken of. */
export const notStored = "Linnet asks Google not to store prompts.";

export interface Writer {
  readonly kind: "gemini" | "demo";
  /** Writes `count` tweets on the topic, in the topic's language. Throws WriterError and nothing else. */
  writeTweets(ask: WriteTweets): Promise<WrittenTweets>;
  /**
   * Writes one thread on the topic, in its language: exactly so many texts, in their order. Its parts are mended by
   * `writeTweets`, each with its number in its fault. Throws WriterError and nothing else.
   */
  writeThread(ask: WriteThread): Promise<WrittenTweets>;
  /** Writes one tweet's words anew, or one more like it, in its language. Throws WriterError and nothing else. */
  refine(ask: RefineTweet): Promise<WrittenTweets>;
  /** Judges a product's description, in its language. Throws WriterError and nothing else. */
  analyse(ask: AnalyseProduct): Promise<AnalysedProduct>;
  /** Writes up to `count` tweets for a product, in its description's language. Throws WriterError and nothing else. */
  writeForProduct(ask: WriteForProduct): Promise<WrittenTweets>;
}
