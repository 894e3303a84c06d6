// What a writer is asked to do with a tweet that is there: say it again in another way, or say something like it.
import type { Examples } from "./examples";
import type { Voice } from "./voice";

/** Shorter, bolder, more personal, simpler; as the person says in words of their own; another tweet like it. */
export const instructions = ["shorter", "bolder", "personal", "simpler", "own", "another"] as const;
export type Instruction = (typeof instructions)[number];

export interface RefineTweet {
  /** The tweet's words. */
  text: string;
  instruction: Instruction;
  /** What the person asks for, with `own` alone. */
  words: string | null;
  /** What its batch is about; "" where it is of none. */
  topic: string;
  /** Posts of the same author that are not to be repeated. */
  earlier?: readonly string[];
  /** An answer that can't be published, with its fault as a sentence: written anew. */
  faulty?: readonly { text: string; fault: string }[];
  /** How its author sounds; left out: as the writer does by itself. */
  voice?: Voice;
  /** What to learn form and tone from. */
  examples?: Examples;
  /** Gives up when aborted, with WriterError "aborted". */
  signal: AbortSignal;
}
