// Decides what Compose does with a tweet in each situation for each choice of time. Pure.
import { countOut, stateOf, type Thread } from "~/features/threads/thread";
import type { Tweet } from "~/features/tweets/tweets.server";

/** `started`: a thread of which a part is posting or posted. `sending`: X may have it. */
export const situations = ["new", "draft", "failed", "scheduled", "started", "sending", "posted"] as const;
export type Situation = (typeof situations)[number];

/** `draft`: no time. `keep`: the time that it has. `now`: Post Now follows, so a scheduled tweet keeps its time until then. */
export const choices = ["draft", "keep", "random", "slot", "exact", "now"] as const;
export type Choice = (typeof choices)[number];

export interface Effect {
  /** Takes the tweet off the timeline, or its failure away, before its text changes. */
  first: "unschedule" | "dismiss_failure" | null;
  /** Whether the text changes while the tweet is a draft. */
  isDraft: boolean;
  place: boolean;
}

export type Refused = "already_sent" | "not_scheduled";

const kept: Effect = { first: null, isDraft: true, place: false };
const placed: Effect = { first: null, isDraft: true, place: true };
const inPlace: Effect = { first: null, isDraft: false, place: false };
const replaced: Effect = { first: null, isDraft: false, place: true };
const dismissed: Effect = { ...kept, first: "dismiss_failure" };
const retried: Effect = { ...placed, first: "dismiss_failure" };
const unscheduled: Effect = { ...kept, first: "unschedule" };

const onlySent: Record<Choice, Refused> = {
  draft: "already_sent",
  keep: "already_sent",
  random: "already_sent",
  slot: "already_sent",
  exact: "already_sent",
  now: "already_sent",
};

const table: Record<Situation, Record<Choice, Effect | Refused>> = {
  new: { draft: kept, keep: "not_scheduled", random: placed, slot: placed, exact: placed, now: kept },
  draft: { draft: kept, keep: "not_scheduled", random: placed, slot: placed, exact: placed, now: kept },
  failed: { draft: dismissed, keep: "not_scheduled", random: retried, slot: retried, exact: retried, now: dismissed },
  scheduled: { draft: unscheduled, keep: inPlace, random: replaced, slot: replaced, exact: replaced, now: inPlace },
  // Its remaining parts may be changed, but not when they are posted.
  started: { ...onlySent, keep: inPlace },
  sending: onlySent,
  posted: onlySent,
};

export const effectOf = (situation: Situation, choice: Choice): Effect | Refused => table[situation][choice];

export function situationOf(tweet: Pick<Tweet, "state">, thread: Thread | null): Situation {
  const { state } = tweet;
  if (state === "pending" || state === "failed" || state === "scheduled") {
    const isStarted = thread !== null && (countOut(thread.parts) > 0 || (state !== "scheduled" && !isDraft(thread)));
    if (!isStarted) return state === "pending" ? "draft" : state;
  }
  if (thread) return "started";
  return state === "published" ? "posted" : "sending";
}

const isDraft = (thread: Thread): boolean => stateOf(thread) === "draft";
