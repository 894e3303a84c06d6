// Defines the undo window of Post Now and the state after undoing. Pure.
import { minutes, seconds } from "~/ground/time/duration";
import type { Change, Row } from "~db/schema";

export const undoFor = seconds(5);

/** If not claimed this long after its time, the post is dropped, since the user has left the page. */
export const missedAfter = minutes(1);

/** A scheduled time closer than this isn't restored: the user just said not to post now. */
const atLeastAhead = minutes(1);

export interface Former {
  state: "pending" | "scheduled" | "failed";
  publishType: Row<"tweets">["publish_type"];
  dueAt: number | null;
  momentReason: string | null;
  accountId: number | null;
  accountIsOwn: boolean;
  errorCode: string | null;
  error: string | null;
}

/** The tweet as before. A scheduled one becomes pending if its time has passed or its account is gone (`canWait`). */
export function changeOnUndo(former: Former, { now, canWait }: { now: number; canWait: boolean }): Change<"tweets"> {
  const account = { account_id: former.accountId, account_is_own: former.accountIsOwn ? (1 as const) : (0 as const) };
  const ended = { ...account, undo_until: null, undo_to: null, updated_at: now };
  const isTooLate = former.state === "scheduled" && (!canWait || (former.dueAt ?? 0) < now + atLeastAhead);
  if (isTooLate)
    return { ...ended, state: "pending", publish_type: null, due_at: null, moment_reason: null, attempts: 0 };
  return {
    ...ended,
    state: former.state,
    publish_type: former.publishType,
    due_at: former.dueAt,
    moment_reason: former.momentReason,
    error_code: former.errorCode,
    error: former.error,
  };
}

export const undoMessages = {
  nothing: "Nothing to undo. This tweet isn’t about to be posted.",
  tooLate: "Too late to undo: it’s being posted.",
  isOut: "Too late to undo: it’s posted.",
  waits: "This tweet is about to be posted. Undo that first.",
  missed: "Not posted: Linnet couldn’t post it in time. Post it now if you still want it.",
} as const;
