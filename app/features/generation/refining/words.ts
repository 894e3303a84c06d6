// Texts of the rewrite actions, their progress, results and refusals. Pure.
import type { Tweet } from "~/features/tweets/tweets.server";
import type { ErrorCode } from "~/ground/errors";
import type { Version } from "~/features/tweets/versions.server";
import type { Instruction } from "~/ports/ai/refine";

/** In code points. */
export const maxWishWords = 200;

export const menuWords: Record<Instruction, string> = {
  shorter: "Shorter",
  bolder: "Bolder",
  personal: "More personal",
  simpler: "Simpler",
  own: "Tell the AI what to change",
  another: "More like this",
};

export const writingWords: Record<Instruction, string> = {
  shorter: "Making it shorter…",
  bolder: "Making it bolder…",
  personal: "Making it more personal…",
  simpler: "Making it simpler…",
  own: "Rewriting…",
  another: "Writing another one…",
};

export const doneWords: Record<Exclude<Instruction, "another">, string> = {
  shorter: "Shortened",
  bolder: "Made bolder",
  personal: "Made more personal",
  simpler: "Made simpler",
  own: "Rewritten as you asked",
};

export const isInstruction = (name: string | null): name is Instruction =>
  name !== null && Object.hasOwn(menuWords, name);

export function byWords({ by, instruction, words }: Pick<Version, "by" | "instruction" | "words">): string {
  if (by === "person") return "Written by you";
  if (by === "bot") return "Written by your bot";
  if (instruction === "again") return "Rewritten";
  if (!isInstruction(instruction) || instruction === "another") return "Written by AI";
  return words === null ? doneWords[instruction] : `${doneWords[instruction]}: “${words}”`;
}

interface Refusal {
  code: ErrorCode;
  sentence: string;
}

type WhereItIs = Pick<Tweet, "state" | "discardedAt">;

/** Parts of a thread build on each other, so rewriting one alone would break it. */
export const ofThread = "This tweet is part of a thread. Open the thread to edit it.";

export function refusalFor({ state, discardedAt, part }: WhereItIs & Pick<Tweet, "part">): Refusal | null {
  if (part !== null) return { code: "not_for_threads", sentence: ofThread };
  if (discardedAt !== null) return { code: "discarded", sentence: "This tweet is in Trash. Restore it first." };
  if (state === "pending") return null;
  const notDraft = (sentence: string): Refusal => ({ code: "not_draft", sentence });
  if (state === "scheduled") return notDraft("This tweet is scheduled. Unschedule it first, then rewrite it.");
  if (state === "failed") return notDraft("This tweet failed. Dismiss it first, then rewrite it.");
  return { code: "already_sent", sentence: "This tweet is already posting or posted, so it can’t be changed." };
}

export function besideNote(tweet: WhereItIs | null): string {
  if (tweet === null) return "The original was deleted, so the rewrite is a new tweet.";
  const happened = { pending: "was edited", scheduled: "was scheduled", failed: "failed" };
  const sent = "started posting";
  const what = tweet.discardedAt === null ? (happened[tweet.state as "pending"] ?? sent) : "was moved to Trash";
  return `The tweet ${what} while the AI was writing, so the rewrite is a new tweet.`;
}
