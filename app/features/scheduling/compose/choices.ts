// Decides what Compose does with a tweet in each situation for each choice of time. Pure.
import { countOut, stateOf, type Thread } from "~/features/threads/thread";
import type { Tweet } from "~/features/tweets/tweets.server";

/** `begun`: a thread of which a part is posting or posted. `sending`: X may have it. */
export const situations = ["new", "draft", "failed", "scheduled", "begun", "sending", "posted"] as const;
export type Situation = (typeof situations)[number];

/** `draft`: no time. `keep`: the time that it has. `now`: Post Now follows, so a scheduled tweet keeps its time until then. */
export const choices = ["draft", "keep", "random", "slot", "exact", "now"] as const;
export type Choice = (typeof choices)[number];

export interface Steps {
  /** Takes the tweet off the timeline, or its failure away, before its text changes. */
  first: "unschedule" | "dismiss" | null;
  /** Whether the text changes while the tweet is a draft. */
  isDraft: boolean;
  place: boolean;
}

export type Refused = "already_sent" | "not_scheduled";

const kept: Steps = { first: null, isDraft: true, place: false };
const placed: Steps = { first: null, isDraft: true, place: true };
const inPlace: Steps = { first: null, isDraft: false, place: false };
const replaced: Steps = { first: null, isDraft: false, place: true };
const dismissed: Steps = { ...kept, first: "dismiss" };
const retried: Steps = { ...placed, first: "dismiss" };
const taken: Steps = { ...kept, first: "unschedule" };

const onlySent: Record<Choice, Refused> = {
  draft: "already_sent",
  keep: "already_sent",
  random: "already_sent",
  slot: "already_sent",
  exact: "already_sent",
  now: "already_sent",
};

const table: Record<Situation, Record<Choice, Steps | Refused>> = {
  new: { draft: kept, keep: "not_scheduled", random: placed, slot: placed, exact: placed, now: kept },
  draft: { draft: kept, keep: "not_scheduled", random: placed, slot: placed, exact: placed, now: kept },
  failed: { draft: dismissed, keep: "not_scheduled", random: retried, slot: retried, exact: retried, now: dismissed },
  scheduled: { draft: taken, keep: inPlace, random: replaced, slot: replaced, exact: replaced, now: inPlace },
  // Its remaining parts may be changed, but not when they are posted.
  begun: { ...onlySent, keep: inPlace },
  sending: onlySent,
  posted: onlySent,
};

export const stepsFor = (situation: Situation, choice: Choice): Steps | Refused => table[situation][choice];

export function situationOf(tweet: Pick<Tweet, "state">, thread: Thread | null): Situation {
  const { state } = tweet;
  if (state === "pending" || state === "failed" || state === "scheduled") {
    const isBegun = thread !== null && (countOut(thread.parts) > 0 || (state !== "scheduled" && !isDraft(thread)));
    if (!isBegun) return state === "pending" ? "draft" : state;
  }
  if (thread) return "begun";
  return state === "published" ? "posted" : "sending";
}

const isDraft = (thread: Thread): boolean => stateOf(thread) === "draft";
