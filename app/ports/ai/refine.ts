// Defines how a writer refines a tweet: rephrase it or write one like it.
import type { Examples } from "./examples";
import type { Voice } from "./voice";

/** `own` follows the user's words; `another` writes a similar tweet. */
export const instructions = ["shorter", "bolder", "personal", "simpler", "own", "another"] as const;
export type Instruction = (typeof instructions)[number];

export interface RefineTweet {
  text: string;
  instruction: Instruction;
  /** Only with `own`. */
  words: string | null;
  topic: string;
  earlier?: readonly string[];
  faulty?: readonly { text: string; fault: string }[];
  voice?: Voice;
  examples?: Examples;
  signal: AbortSignal;
}
