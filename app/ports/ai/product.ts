// A product as the writer is asked about it: what it judges, by which criteria, and what a bot's tweets are written from.
import type { Examples } from "./examples";
import type { Voice } from "./voice";

/** What a description is judged by; features/analysis weighs them. */
export const criterionNames = ["clarity", "audience", "differentiation", "proof", "call_to_action"] as const;
export type CriterionName = (typeof criterionNames)[number];

export interface AnalyseProduct {
  description: string;
  /** Gives up when aborted, with WriterError "aborted". */
  signal: AbortSignal;
}

export interface Judgement {
  /** 0 to 10 if the writer keeps to the rules; features/analysis sees to it. */
  points: number;
  why: string;
  /** The description's own words that earned the points, as the writer quotes them; not yet checked. */
  words: string[];
}

export interface AnalysedProduct {
  summary: string;
  tags: string[];
  criteria: Record<CriterionName, Judgement>;
  /** Up to three, the most useful first; features/analysis adds what is missing. */
  improvements: string[];
  model: string;
  inputTokens: number;
  outputTokens: number;
}

export interface Product {
  description: string;
  summary: string;
  tags: readonly string[];
}

export interface WriteForProduct {
  product: Product;
  /** What was said already, newest first. */
  avoid: readonly string[];
  /** The most to write. */
  count: number;
  /** How the account sounds. */
  voice?: Voice | undefined;
  /** What to learn form and tone from. */
  examples?: Examples | undefined;
  signal: AbortSignal;
}
