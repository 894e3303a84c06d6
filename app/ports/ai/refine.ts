// Defines how a writer refines a tweet: rephrase it or write one like it.
import type { Examples } from "./examples";
import type { Timed } from "./substitute";
import type { Voice } from "./voice";

/** `own` follows the user's words; `another` writes a similar tweet. */
export const instructions = ["shorter", "bolder", "personal", "simpler", "own", "another"] as const;
export type Instruction = (typeof instructions)[number];

/** A writer without a model does only some of this, and refuses the rest in these sentences. */
export interface WriterLimits {
  refines: readonly Instruction[];
  refusesRefine: string;
  refusesPreview: string;
}

export const demoLimits: WriterLimits = {
  refines: ["shorter", "another"],
  refusesRefine: "The demo writer can only shorten a tweet or write more like it. A live AI rewrites.",
  refusesPreview:
    "The demo writer can’t show how a voice changes writing. It uses only a voice’s hashtags, emoji and words to avoid. A live AI writes in your voice.",
};

export interface RefineTweet extends Timed {
  text: string;
  instruction: Instruction;
  /** Only with `own`. */
  words: string | null;
  topic: string;
  earlier?: readonly string[];
  faulty?: readonly { text: string; fault: string }[];
  voice?: Voice;
  examples?: Examples;
}
