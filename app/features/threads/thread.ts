// Defines a thread, its state and the text about its progress. Pure.
import type { Tweet } from "~/features/tweets/tweets.server";
import { datedTime } from "~/ground/time/zone";
import { seconds } from "~/ground/time/duration";
import type { ThreadState } from "~db/tables/threads.server";

export const minParts = 2;
export const maxParts = 25;

export const stopReasons = {
  person: null,
  parent_gone: null,
  stale: "The thread was stopped for more than a day.",
  no_address: "The link to the previous part is missing, so the next part has nothing to reply to.",
  unlinked: "The account was disconnected.",
  withdrawn: "The thread was unscheduled.",
} as const;

export interface Thread {
  id: number;
  state: ThreadState;
  stopCode: string | null;
  stopReason: string | null;
  parts: Tweet[];
}

/** State to show: a draft as long as nothing is published or being posted. */
export function stateOf({ state, parts: [first] }: Pick<Thread, "state" | "parts">): ThreadState {
  const isBack = (first?.state === "pending" || first?.state === "failed") && first.publishedAt === null;
  return isBack ? "draft" : state;
}

/** Doesn't use `state`, because a first part's state is that of the whole thread. */
export const isOut = (part: Tweet): boolean => part.publishedAt !== null;

export const isFixed = (part: Tweet): boolean =>
  isOut(part) || part.state === "publishing" || part.state === "unknown" || part.undoUntil !== null;

const countGone = (parts: readonly Tweet[]): number => parts.filter(({ deletedAt }) => deletedAt !== null).length;

export const countOut = (parts: readonly Tweet[]): number => parts.filter(isOut).length;

export const outOf = (out: number, total: number): string => `${out} of ${total} parts posted`;

const partsFrom = (from: number, total: number): string =>
  from === total ? `Part ${total}` : `Parts ${from}–${total}`;

interface Circumstances {
  /** Between parts, in ms. */
  gapMs: number;
  timeZone: string;
  now: number;
}

export function lineOf(thread: Thread, circumstances: Circumstances): string | null {
  const { parts, stopReason } = thread;
  const of = parts.length;
  const out = countOut(parts);
  const state = stateOf(thread);
  const gone = countGone(parts);
  if (gone > 0 && gone === out && state !== "going")
    return out === of
      ? `All ${of} parts were posted, then deleted.`
      : `${out} of ${of} parts ${out === 1 ? "was" : "were"} posted, then deleted.`;
  switch (state) {
    case "draft":
      return null;
    case "going":
      return out === 0
        ? `${of} parts, about ${Math.round(circumstances.gapMs / seconds(1))} seconds apart`
        : `${outOf(out, of)}. ${nextOf(thread, out, circumstances)}`;
    case "stopped":
      return `${outOf(out, of)}. ${deletedOf(parts, gone)}${whyStopped(thread, out)}`;
    case "done":
      return `${out === of ? `All ${of} parts posted.` : `${outOf(out, of)}. You ended the thread there.`} ${deletedOf(parts, gone)}`.trim();
  }
  return stopReason;
}

function deletedOf(parts: readonly Tweet[], gone: number): string {
  if (gone === 0) return "";
  const which = parts.flatMap(({ deletedAt }, n) => (deletedAt === null ? [] : [n + 1])).join(", ");
  return gone === 1 ? `Part ${which} was deleted. ` : `Parts ${which} were deleted. `;
}

function openOf(part: Tweet | undefined, no: number): string | null {
  if (part?.state === "unknown") return `X didn’t confirm part ${no}. Linnet is checking.`;
  return part?.state === "publishing" ? `Part ${no} is being posted.` : null;
}

function nextOf({ parts }: Thread, out: number, { timeZone, now }: Circumstances): string {
  const next = parts[out];
  if (next?.state === "unknown") return openOf(next, out + 1) ?? "";
  if (next?.account?.pausedBecause) return "The account is paused, so the thread is on hold.";
  const waitUntil = next?.account?.waitUntil ?? 0;
  if (waitUntil > now) return `X asked Linnet to wait until ${datedTime(waitUntil, timeZone, now)}.`;
  return "The next part will post in a few seconds.";
}

function whyStopped({ parts, stopCode, stopReason }: Thread, out: number): string {
  const of = parts.length;
  const notPosted = (from: number) => `${partsFrom(from, of)} ${from === of ? "hasn’t" : "haven’t"} been posted.`;
  const failed = parts[out];
  const open = openOf(failed, out + 1);
  const rest = open === null ? notPosted(out + 1) : `${open}${out + 2 > of ? "" : ` ${notPosted(out + 2)}`}`;
  if (stopCode === "person") return `You stopped the thread. ${rest}`;
  if (stopCode === "parent_gone")
    return `Part ${out} is no longer on X, so part ${out + 1} has nothing to reply to. ${rest}`;
  const reason = stopReason ?? failed?.error ?? null;
  if (failed?.state === "failed") return `Part ${out + 1} failed: ${reason ?? ""} ${rest}`;
  return `${reason ?? ""} ${rest}`.trim();
}
