// Maps an outcome to the changes of tweet, attempt, account and journal. Pure.
import { minutes, seconds } from "~/ground/time/duration";
import { timeInCity } from "~/ground/time/city-time";
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
  startedAt: number;
  /** Post Now is never queued; a scheduled tweet is retried until it is posted. */
  immediate: boolean;
  attempts: number;
  /** When the network first refused the account's token since the last success; null if it didn't. */
  refusedAt: number | null;
  settleAfterMs: number;
  timeZone: string;
  random: () => number;
  after?: { at: number } | null;
  formerCode?: string | null;
}

export interface NextStep {
  attempt: { outcome: AttemptOutcome; code: string | null; detail: string | null; postId: string | null };
  tweet: Change<"tweets">;
  account: Change<"accounts"> | null;
  event: { kind: JournalKind; detail: string | null };
  /** False if the network caused the wait; then the try doesn't count as an attempt. */
  spent: boolean;
  /** X's message, if it may be about the account: two tweets in a row refused with it pause the account. */
  unsure?: string;
}

const firstBackoff = seconds(30);
const maxBackoff = minutes(15);

/** 30 s, then 1, 2, 4, 8 and 15 minutes, each ±20 % so that retries spread out. */
export function backoff(attempts: number, random: () => number): number {
  const plain = Math.min(firstBackoff * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), maxBackoff);
  return Math.round(plain * (0.8 + 0.4 * random()));
}

/** X says that the parent is deleted or not visible to the account. */
export const parentUnseen = "parent_unseen" satisfies TweetFault;
const mediaInvalid = "media_invalid" satisfies TweetFault;
/** Within this time after the previous part, a missing parent is put down to X's delay. */
export const hiddenFor = minutes(10);

/** Retry delay by the age of the previous part: 2, 5, 10 and 30 s, then each minute. */
function triesAgainIn(since: number): number {
  const steps: [number, number][] = [
    [seconds(6), seconds(2)],
    [seconds(9), seconds(5)],
    [seconds(17), seconds(10)],
    [seconds(37), seconds(30)],
  ];
  return steps.find(([until]) => since < until)?.[1] ?? minutes(1);
}

/** Time encoded in an X id (snowflake), used only if it is near our own. */
export function timeOfPost(postId: string, startedAt: number): number {
  const at = Number(BigInt(postId) >> 22n) + 1_288_834_974_657;
  return Math.abs(at - startedAt) < placedWithin ? at : startedAt;
}

const waits = {
  rate_limited: "X’s rate limit is reached.",
  post_limit: "X accepts no more posts from this account for now.",
  seems_automated: "X sees this account’s posts as automated and blocks them for now.",
} as const;

export function nextStep(outcome: Outcome, circumstances: Circumstances): NextStep {
  switch (outcome.kind) {
    case "published":
      return {
        attempt: { outcome: "published", code: null, detail: null, postId: outcome.postId },
        tweet: {
          state: "published",
          post_id: outcome.postId,
          published_at: timeOfPost(outcome.postId, circumstances.startedAt),
          error: null,
          error_code: null,
        },
        account: circumstances.refusedAt === null ? null : { refused_at: null },
        event: { kind: "published", detail: null },
        spent: true,
      };
    case "unknown":
      return {
        attempt: { outcome: "unknown", code: outcome.code, detail: outcome.detail, postId: null },
        tweet: {
          state: "unknown",
          due_at: circumstances.startedAt,
          check_at: circumstances.now + circumstances.settleAfterMs,
          error_code: outcome.code,
        },
        account: null,
        event: { kind: "unknown", detail: outcome.code },
        spent: true,
      };
    case "not_sent":
      return keep(circumstances, {
        attempt: "not_sent",
        code: "unreachable",
        detail: outcome.detail,
        dueAt: circumstances.now + backoff(circumstances.attempts, circumstances.random),
        sentence: "Couldn’t reach X. Nothing was posted. Try again.",
      });
    case "unjudged":
      return keep(circumstances, {
        attempt: "not_sent",
        code: unjudgedCodes[outcome.about],
        detail: outcome.detail,
        dueAt: circumstances.now + backoff(circumstances.attempts, circumstances.random),
        sentence: `${unjudgedSentence(outcome)} Nothing was posted. Try again.`,
      });
    case "wait":
      return {
        ...keep(circumstances, {
          attempt: "waiting",
          code: outcome.code,
          detail: outcome.detail,
          dueAt: outcome.until + Math.round(seconds(30) * circumstances.random()),
          sentence: `${waits[outcome.code]} Post again after ${againText(outcome.until, circumstances)}.`,
        }),
        account: { wait_until: outcome.until },
        spent: false,
      };
    case "unauthorized":
      return unauthorized(circumstances, outcome.detail);
    case "blocked":
      return blocked(circumstances, outcome.code, outcome.detail);
    case "refused":
      // X shows a new post with a short delay.
      if (
        outcome.code === parentUnseen &&
        circumstances.after &&
        circumstances.now - circumstances.after.at < hiddenFor
      )
        return {
          ...keep(circumstances, {
            attempt: "waiting",
            code: parentUnseen,
            detail: outcome.detail,
            dueAt: circumstances.now + triesAgainIn(circumstances.now - circumstances.after.at),
            sentence: "",
          }),
          spent: false,
        };
      // Retry once with newly uploaded pictures.
      if (outcome.code === mediaInvalid && !circumstances.immediate && circumstances.formerCode !== mediaInvalid)
        return keep(circumstances, {
          attempt: "refused",
          code: mediaInvalid,
          detail: outcome.detail,
          dueAt: circumstances.now,
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
  sentence: string;
}

function againText(until: number, { timeZone, now }: Circumstances): string {
  return timeInCity(datedTime(until + minutes(1), timeZone, now), zoneCity(timeZone));
}

/** Surely not sent: a scheduled tweet is retried at `dueAt`, an immediate one fails. */
function keep(circumstances: Circumstances, change: Keep): NextStep {
  return {
    attempt: { outcome: change.attempt, code: change.code, detail: change.detail, postId: null },
    tweet: circumstances.immediate
      ? { state: "failed", error_code: change.code, error: change.sentence }
      : { state: "scheduled", due_at: change.dueAt, error_code: change.code, error: null },
    account: null,
    event: { kind: circumstances.immediate ? "failed" : change.attempt, detail: change.code },
    spent: true,
  };
}

function unauthorized(circumstances: Circumstances, detail: string): NextStep {
  const step = keep(circumstances, {
    attempt: "refused",
    code: "unauthorized",
    detail,
    dueAt: circumstances.now + refusalsApart,
    sentence: "X didn’t accept this account’s authorization. Reconnect the account, then post again.",
  });
  return { ...step, account: accountAfter({ kind: "unauthorized" }, circumstances) };
}

function blocked(circumstances: Circumstances, code: Block, detail: string): NextStep {
  const step = keep(circumstances, {
    attempt: "refused",
    code,
    detail,
    dueAt: circumstances.now,
    sentence: blockReason(code, detail),
  });
  return { ...step, account: accountAfter({ kind: "blocked", code, detail }, circumstances) };
}
