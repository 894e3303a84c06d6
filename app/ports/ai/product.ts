// Defines what the writer is asked about a product: criteria, judgement, bot tweets.
import type { Examples } from "./examples";
import type { PlannedPost } from "./plan";
import type { SpentTokens } from "./spent";
import type { Substitute, Timed } from "./substitute";
import type { Voice } from "./voice";

export const criterionNames = ["clarity", "audience", "differentiation", "proof", "call_to_action"] as const;
export type CriterionName = (typeof criterionNames)[number];

export interface AnalyseProduct extends Timed {
  description: string;
}

export interface Judgement {
  /** 0 to 10, not yet enforced. */
  points: number;
  why: string;
  /** The writer's quotes from the description, not yet checked. */
  words: string[];
}

export interface AnalysedProduct extends SpentTokens {
  summary: string;
  tags: string[];
  criteria: Record<CriterionName, Judgement>;
  improvements: string[];
  model: string;
  substitute?: Substitute;
}

export interface Product {
  description: string;
  summary: string;
  tags: readonly string[];
}

export interface WriteForProduct extends Timed {
  product: Product;
  /** Texts already posted, newest first. */
  avoid: readonly string[];
  count: number;
  plan?: readonly PlannedPost[] | undefined;
  voice?: Voice | undefined;
  examples?: Examples | undefined;
}
