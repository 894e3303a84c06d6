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
  own: "In your own words",
  another: "Another like this",
};

export const writingWords: Record<Instruction, string> = {
  shorter: "Writing it shorter…",
  bolder: "Writing it bolder…",
  personal: "Writing it more personal…",
  simpler: "Writing it simpler…",
  own: "Writing it your way…",
  another: "Writing another like this…",
};

export const doneWords: Record<Exclude<Instruction, "another">, string> = {
  shorter: "Shortened",
  bolder: "Made bolder",
  personal: "Made more personal",
  simpler: "Made simpler",
  own: "Written your way",
};

export const isInstruction = (name: string | null): name is Instruction =>
  name !== null && Object.hasOwn(menuWords, name);

export function byWords({ by, instruction, words }: Pick<Version, "by" | "instruction" | "words">): string {
  if (by === "person") return "Your words";
  if (by === "bot") return "Written by your bot";
  if (instruction === "again") return "Written again";
  if (!isInstruction(instruction) || instruction === "another") return "Written for you";
  return words === null ? doneWords[instruction] : `${doneWords[instruction]}: “${words}”`;
}

interface Refusal {
  code: ErrorCode;
  sentence: string;
}

type WhereItIs = Pick<Tweet, "state" | "discardedAt">;

/** Parts of a thread build on each other, so rewriting one alone would break it. */
export const ofThread = "It belongs to a thread, whose parts only you change. Open the thread and edit it there";

export function refusalFor({ state, discardedAt, part }: WhereItIs & Pick<Tweet, "part">): Refusal | null {
  if (part !== null) return { code: "not_for_threads", sentence: ofThread };
  if (discardedAt !== null) return { code: "discarded", sentence: "It is in the bin. Restore it first." };
  if (state === "pending") return null;
  const notDraft = (sentence: string): Refusal => ({ code: "not_draft", sentence });
  if (state === "scheduled")
    return notDraft("This tweet is on the timeline. Unschedule it, then it can be written anew");
  if (state === "failed") return notDraft("This tweet failed. Dismiss it, then it can be written anew");
  return { code: "already_sent", sentence: "This tweet is on its way or out, and can't be changed any more" };
}

export function besideNote(tweet: WhereItIs | null): string {
  if (tweet === null) return "The tweet is gone meanwhile. The new words are a tweet of their own.";
  const happened = { pending: "was edited", scheduled: "was scheduled", failed: "failed" };
  const sent = "was sent on its way";
  const what = tweet.discardedAt === null ? (happened[tweet.state as "pending"] ?? sent) : "was discarded";
  return `The tweet ${what} meanwhile and keeps its words. The new ones are a tweet of their own.`;
}
