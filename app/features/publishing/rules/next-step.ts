// From an outcome to what is written down: the tweet's next state, the attempt's end, the account's, the event. Pure.
import { minutes, seconds } from "~/ground/time/duration";
import { datedTime, zoneCity } from "~/ground/time/zone";
import type { AttemptOutcome, Change } from "~db/schema";
import type { Block, TweetFault } from "~/ports/network/problem";
import { placedWithin } from "~/features/spending/day-limit";
import type { JournalKind } from "./happened";
import type { Outcome } from "./outcome";
import {
  accountAfter,
  blockReason,
  refusalSentence,
  refusalsApart,
  unjudgedCodes,
  unjudgedSentence,
} from "~/features/accounts/refusals";

export interface Circumstances {
  now: number;
  /** When the attempt began. */
  startedAt: number;
  /** Post Now is answered at once and never queued; a scheduled tweet is kept until it is out. */
  immediate: boolean;
  /** How often this tweet was tried, this time included. */
  attempts: number;
  /** When the network first refused the account's token without a success since; null: it did not. */
  refusedAt: number | null;
  settleAfterMs: number;
  timeZone: string;
  random: () => number;
  /** Of a later part of a thread: when the part before went out; null or left out: it follows none. */
  after?: { at: number } | null;
  /** What the try before came to, as the tweet has it; null or left out: nothing. */
  formerCode?: string | null;
}

export interface NextStep {
  attempt: { outcome: AttemptOutcome; code: string | null; detail: string | null; postId: string | null };
  tweet: Change<"tweets">;
  account: Change<"accounts"> | null;
  event: { kind: JournalKind; detail: string | null };
  /** False where the wait was the network's doing: it counts no attempt. */
  spent: boolean;
  /** The network's words: it may have meant the account, which is paused where the one before was refused with the same. */
  unsure?: string;
}

const firstBackoff = seconds(30);
const maxBackoff = minutes(15);

/** 30 s, 1, 2, 4, 8, then 15 minutes, each give or take a fifth, so that a crowd doesn't come back as one. */
export function backoff(attempts: number, random: () => number): number {
  const plain = Math.min(firstBackoff * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), maxBackoff);
  return Math.round(plain * (0.8 + 0.4 * random()));
}

/** X says of an answer that what it answers is deleted or not visible to the account. */
export const parentUnseen = "parent_unseen" satisfies TweetFault;
/** X knows no picture by an id that the post named. */
const mediaInvalid = "media_invalid" satisfies TweetFault;
/** So long after the part before its absence is believed to be X's own delay. */
export const hiddenFor = minutes(10);

/** After 2, 5, 10 and 30 seconds, then each minute; by how long the part before is out, five seconds at the first try. */
function triesAgainIn(since: number): number {
  const steps: [number, number][] = [
    [seconds(6), seconds(2)],
    [seconds(9), seconds(5)],
    [seconds(17), seconds(10)],
    [seconds(37), seconds(30)],
  ];
  return steps.find(([until]) => since < until)?.[1] ?? minutes(1);
}

/** X's ids carry their time (snowflake); it is believed where it is near our own. */
export function timeOfPost(postId: string, startedAt: number): number {
  const at = Number(BigInt(postId) >> 22n) + 1_288_834_974_657;
  return Math.abs(at - startedAt) < placedWithin ? at : startedAt;
}

const waits = {
  rate_limited: "X's rate limit is reached.",
  post_limit: "X takes no more posts from this account for now.",
  seems_automated: "X takes this account's posts for automated ones and holds them off for now.",
} as const;

export function nextStep(outcome: Outcome, by: Circumstances): NextStep {
  switch (outcome.kind) {
    case "published":
      return {
        attempt: { outcome: "published", code: null, detail: null, postId: outcome.postId },
        tweet: {
          state: "published",
          post_id: outcome.postId,
          published_at: timeOfPost(outcome.postId, by.startedAt),
          error: null,
          error_code: null,
        },
        account: by.refusedAt === null ? null : { refused_at: null },
        event: { kind: "published", detail: null },
        spent: true,
      };
    case "unknown":
      return {
        attempt: { outcome: "unknown", code: outcome.code, detail: outcome.detail, postId: null },
        tweet: {
          state: "unknown",
          due_at: by.startedAt,
          check_at: by.now + by.settleAfterMs,
          error_code: outcome.code,
        },
        account: null,
        event: { kind: "unknown", detail: outcome.code },
        spent: true,
      };
    case "not_sent":
      return keep(by, {
        attempt: "not_sent",
        code: "unreachable",
        detail: outcome.detail,
        dueAt: by.now + backoff(by.attempts, by.random),
        sentence: "X could not be reached. Nothing was sent; please post again.",
      });
    case "unjudged":
      return keep(by, {
        attempt: "not_sent",
        code: unjudgedCodes[outcome.about],
        detail: outcome.detail,
        dueAt: by.now + backoff(by.attempts, by.random),
        sentence: `${unjudgedSentence(outcome)} Nothing was posted; please try again.`,
      });
    case "wait":
      return {
        ...keep(by, {
          attempt: "waiting",
          code: outcome.code,
          detail: outcome.detail,
          dueAt: outcome.until + Math.round(seconds(30) * by.random()),
          sentence: `${waits[outcome.code]} Post again after ${datedTime(outcome.until + minutes(1), by.timeZone, by.now)} in ${zoneCity(by.timeZone)}.`,
        }),
        account: { wait_until: outcome.until },
        spent: false,
      };
    case "unauthorized":
      return unauthorized(by, outcome.detail);
    case "blocked":
      return blocked(by, outcome.code, outcome.detail);
    case "refused":
      // X shows a post to its readers a little later than it takes one.
      if (outcome.code === parentUnseen && by.after && by.now - by.after.at < hiddenFor)
        return {
          ...keep(by, {
            attempt: "waiting",
            code: parentUnseen,
            detail: outcome.detail,
            dueAt: by.now + triesAgainIn(by.now - by.after.at),
            sentence: "",
          }),
          spent: false,
        };
      // Surely not posted: they are sent once more, and named anew.
      if (outcome.code === mediaInvalid && !by.immediate && by.formerCode !== mediaInvalid)
        return keep(by, {
          attempt: "refused",
          code: mediaInvalid,
          detail: outcome.detail,
          dueAt: by.now,
          sentence: "",
        });
      return {
        attempt: { outcome: "failed", code: outcome.code, detail: outcome.detail, postId: null },
        tweet: { state: "failed", error_code: outcome.code, error: refusalSentence(outcome.code, outcome.detail) },
        account: null,
        event: { kind: "failed", detail: outcome.detail },
        spent: true,
        ...(outcome.isUnsure ? { unsure: outcome.detail } : {}),
      };
  }
}

interface Keep {
  attempt: AttemptOutcome;
  code: string;
  detail: string;
  dueAt: number;
  /** Shown where the tweet is not queued, because a person asked for it now. */
  sentence: string;
}

/** Surely not sent: a scheduled tweet waits for `dueAt`, one that was to go out now has failed and says so. */
function keep(by: Circumstances, what: Keep): NextStep {
  return {
    attempt: { outcome: what.attempt, code: what.code, detail: what.detail, postId: null },
    tweet: by.immediate
      ? { state: "failed", error_code: what.code, error: what.sentence }
      : { state: "scheduled", due_at: what.dueAt, error_code: what.code, error: null },
    account: null,
    event: { kind: by.immediate ? "failed" : what.attempt, detail: what.code },
    spent: true,
  };
}

function unauthorized(by: Circumstances, detail: string): NextStep {
  const step = keep(by, {
    attempt: "refused",
    code: "unauthorized",
    detail,
    dueAt: by.now + refusalsApart,
    sentence: "X did not accept this account's authorization. Please connect the account again, then post again.",
  });
  return { ...step, account: accountAfter({ kind: "unauthorized" }, by) };
}

function blocked(by: Circumstances, code: Block, detail: string): NextStep {
  const step = keep(by, { attempt: "refused", code, detail, dueAt: by.now, sentence: blockReason(code, detail) });
  return { ...step, account: accountAfter({ kind: "blocked", code, detail }, by) };
}
