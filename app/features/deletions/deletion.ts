// Decides what follows a deletion call: done, retried or given up. Pure.
import { hours, minutes, seconds } from "~/ground/time/duration";
import type { Change, Row } from "~db/schema";
import type { CallOutcome } from "~/ports/network/call-outcome";
import type { JournalKind } from "~/features/publishing/rules/happened";
import { accountAfter, refusalsApart, unjudgedCodes } from "~/features/accounts/refusals";

/** Deleting twice is harmless, so a lost answer is retried. */
const again = seconds(30);
const maxTries = 5;
/** Delay if the network never judged the call or this server's clock is wrong. */
const unjudgedAgain = minutes(5);
export const unusableFor = hours(24);
export const asksAgain = seconds(60);

/** The user's own pause only stops posting. */
export const takesDeletions = ({ status, paused_by }: Pick<Row<"accounts">, "status" | "paused_by">): boolean =>
  status === "active" || (status === "paused" && paused_by === "person");

export interface DeletionStep {
  next: { state: "done" } | { state: "gave_up"; sentence: string } | { state: "open"; dueAt: number };
  /** False if the network or account caused the wait; then it doesn't count as a try. */
  spent: boolean;
  account: Change<"accounts"> | null;
  event: { kind: JournalKind; detail: string | null };
}

export interface DeletionCall {
  now: number;
  tries: number;
  /** Paused by the user: a refusal can't change that, so the order ends. */
  isPaused: boolean;
  refusedAt: number | null;
  random: () => number;
}

const manualCheck = "Check X.";

export function giveUp(sentence: string): Pick<DeletionStep, "next" | "event"> {
  const whole = `${sentence} ${manualCheck}`;
  return { next: { state: "gave_up", sentence: whole }, event: { kind: "not_deleted", detail: whole } };
}

const refusals = {
  unauthorized: "X rejected the account’s authorization, so the post wasn’t deleted.",
  blocked: "X isn’t accepting anything from this account, so the post wasn’t deleted.",
} as const;

export function afterDeletion(
  outcome: CallOutcome,
  { now, tries, isPaused, refusedAt, random }: DeletionCall,
): DeletionStep {
  const keeps = (dueAt: number, code: string) => ({
    next: { state: "open" as const, dueAt },
    event: { kind: "deletion_waits" as const, detail: code },
    spent: false,
    account: null,
  });
  switch (outcome.kind) {
    case "done":
      return {
        next: { state: "done" },
        spent: true,
        account: refusedAt === null ? null : { refused_at: null },
        event: { kind: "deleted", detail: null },
      };
    case "again": {
      const counted = { spent: true, account: null };
      if (tries >= maxTries) return { ...counted, ...giveUp(`X didn’t confirm the deletion after ${maxTries} tries.`) };
      return { ...keeps(now + again, "lost"), ...counted, event: { kind: "deletion_again", detail: null } };
    }
    case "unjudged":
      return keeps(now + unjudgedAgain, unjudgedCodes[outcome.about]);
    case "wait":
      return keeps(outcome.until + Math.round(seconds(30) * random()), outcome.code);
    case "unauthorized":
    case "blocked": {
      if (isPaused) return { spent: true, account: null, ...giveUp(refusals[outcome.kind]) };
      const account = accountAfter(outcome, { now, refusedAt });
      if (outcome.kind === "blocked") return { ...keeps(now + asksAgain, outcome.code), account };
      return { ...keeps(now + refusalsApart, "unauthorized"), account };
    }
    case "refused":
      return { spent: true, account: null, ...giveUp(`X refused to delete this post: “${outcome.detail}”.`) };
  }
}
