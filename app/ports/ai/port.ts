// Defines the writer port: topic in, tweets out. Implemented by Gemini and the offline demo writer.

import type { WriterKind } from "~/ground/config-ai";
import type { LoggedAs } from "~/ground/errors";
import type { Examples } from "./examples";
import type { PlannedPost } from "./plan";
import type { AnalyseProduct, AnalysedProduct, WriteForProduct } from "./product";
import type { RefineTweet, WriterLimits } from "./refine";
import type { SpentTokens } from "./spent";
import type { Substitute, Timed } from "./substitute";
import type { Voice } from "./voice";

export type { WriterKind } from "~/ground/config-ai";
export type { SpentTokens } from "./spent";
export { canPassOn, type PassedOn, type Substitute, type Timed } from "./substitute";

export interface Source {
  title: string;
  url: string;
}

export interface WriteTweets extends Timed {
  topic: string;
  webSearch: boolean;
  count: number;
  earlier?: readonly string[];
  /** One entry for each post, in order. */
  plan?: readonly PlannedPost[] | undefined;
  /** Posts that can't be published, each with its fault as a sentence. Replaces them without a search. */
  faulty?: readonly { text: string; fault: string }[];
  voice?: Voice | undefined;
  examples?: Examples | undefined;
}

export interface WriteThread extends Omit<WriteTweets, "count" | "faulty" | "plan"> {
  parts: number;
}

/** The fewest tweets of a batch. */
export const minTweets = 3;

export interface WrittenTweets extends SpentTokens {
  texts: string[];
  /** A sentence about these texts for the user. */
  note?: string;
  /** True only with proof that the web was searched. */
  searched: boolean;
  /** Whether the writer stopped early, and only what was finished is here. */
  cut: boolean;
  sources: Source[];
  /** HTML that Google's terms require beside grounded answers. */
  searchSuggestions: string | null;
  model: string;
  /** When the service retires the model, ms; null or absent if unknown. */
  modelRetiresAt?: number | null;
  /** Absent if the writer that was asked wrote this. */
  substitute?: Substitute;
}

export const writerFailures = [
  "blocked",
  "empty",
  "cut",
  "malformed",
  "busy", // 429 per minute, 503: retry soon
  "quota", // 429 per day: resets at midnight Pacific
  "key",
  "model",
  "region",
  "context", // the question is longer than the model reads
  "timeout",
  "aborted",
  "unreachable",
  "failed",
] as const;
export type WriterFailure = (typeof writerFailures)[number];

/** `message` is for the user. `retryAfterMs` is set only if a retry makes sense. */
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

/** For a call that waits for the writer. A task names the failure itself. */
export function codeOf(failure: WriterFailure): "timeout" | "writer_context" | "writer_failed" {
  if (failure === "timeout") return "timeout";
  return failure === "context" ? "writer_context" : "writer_failed";
}

export const notStored = "Linnet asks Google not to store prompts.";

export interface Writer {
  readonly kind: WriterKind;
  /** The model. */
  readonly name: string;
  /** Host and port that words are sent to; null for the demo writer, which sends none. */
  readonly place: string | null;
  /** Whether the place is in the operator's own network. */
  readonly isHome: boolean;
  readonly canSearch: boolean;
  /** How long one whole answer may take, ms. */
  readonly limitMs: number;
  /** Absent for a writer that does all that is asked. */
  readonly limits?: WriterLimits;
  /** How many tweets beyond those needed are worth asking for, so that the best can be kept. */
  readonly spare?: 0 | 2;
  /** Takes over if this writer can't write. */
  readonly second?: Pick<Writer, "kind" | "name" | "place" | "isHome">;
  /** Writes `count` tweets in the topic's language. All verbs throw only WriterError. */
  writeTweets(request: WriteTweets): Promise<WrittenTweets>;
  /** Writes exactly `parts` texts, in order. `writeTweets` replaces faulty parts, numbered in their fault. */
  writeThread(request: WriteThread): Promise<WrittenTweets>;
  refine(request: RefineTweet): Promise<WrittenTweets>;
  analyse(request: AnalyseProduct): Promise<AnalysedProduct>;
  /** Writes up to `count` tweets in the description's language. */
  writeForProduct(request: WriteForProduct): Promise<WrittenTweets>;
}
