// Computes the rewrite status on a tweet's card. Pure.
import type { Tweet } from "~/features/tweets/tweets.server";
import type { Version } from "~/features/tweets/versions.server";
import type { Refining } from "./list.server";
import { doneWords, isInstruction, writingWords } from "./words";

export interface RefiningView {
  state: "writing" | "done" | "failed";
  words: string;
  /** Version that Undo restores; null for none. */
  undo: number | null;
  again: { instruction: string; words: string | null } | null;
}

interface About {
  last: Refining | undefined;
  ofBatch: Refining | null;
  versions: readonly Version[];
}

export function toRefiningView(
  tweet: Pick<Tweet, "state">,
  { last, ofBatch, versions }: About,
  weigh: (text: string) => number,
): RefiningView | null {
  if (tweet.state !== "pending") return null;
  const quiet = { undo: null, again: null };
  const isEdited = versions.some(({ by }) => by === "person");
  if (last?.state === "writing") {
    const words = last.instruction ? writingWords[last.instruction] : "Rewriting…";
    return { state: "writing", words, ...quiet };
  }
  if (ofBatch?.state === "writing" && !isEdited) return { state: "writing", words: "Rewriting…", ...quiet };
  const [now, before] = versions;
  const changedAt = now?.writtenAt ?? 0;
  if (last && (last.endedAt ?? 0) >= changedAt && last.state === "failed") {
    const words = `Couldn’t rewrite this tweet. Nothing changed. ${last.error ?? ""}`.trim();
    return { state: "failed", words, undo: null, again: { instruction: last.instruction ?? "", words: last.words } };
  }
  if (last && last.note !== null && (last.endedAt ?? 0) >= changedAt)
    return { state: "done", words: last.note, ...quiet };
  if (now?.by !== "writer" || !before || now.instruction === null) return null;
  const isNamed = isInstruction(now.instruction) && now.instruction !== "another";
  const what = isNamed ? doneWords[now.instruction as keyof typeof doneWords] : "Rewritten";
  return {
    state: "done",
    words: `${what}, from ${weigh(before.content)} to ${weigh(now.content)} characters.`,
    undo: before.no,
    again: null,
  };
}
