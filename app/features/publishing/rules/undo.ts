// Post Now with five seconds to take it back: how long, what it was before, and what taking it back makes of it. Pure.
import { minutes, seconds } from "~/ground/time/duration";
import type { Change, Row } from "~db/schema";

/** So long it can be taken back. */
export const undoFor = seconds(5);

/** Not claimed so long after its moment, it is not sent any more: whoever pressed the button has left the page. */
export const missedAfter = minutes(1);

/** A moment that is nearer than this isn't given back: the person has just said that nothing is to go out now. */
const atLeastAhead = minutes(1);

/** What a tweet was before Post Now was pressed on it. */
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

/** As it was before; an idea where its moment has come meanwhile, or `canWait` is false: its account is gone. */
export function takenBack(former: Former, { now, canWait }: { now: number; canWait: boolean }): Change<"tweets"> {
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
  nothing: "There is nothing to take back: this tweet is not about to be posted",
  tooLate: "It can’t be taken back any more: it is being sent",
  isOut: "It can’t be taken back any more: it is out",
  /** What the verbs say of a tweet that waits for its five seconds. */
  waits: "This tweet is about to be posted. Take it back first.",
  missed: "It could not go out in time, so it was not posted. Post it again if you like.",
} as const;
