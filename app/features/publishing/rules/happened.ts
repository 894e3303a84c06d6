// Picks the outbox events for a finished attempt or a journal line. Pure.
import type { EventType, Happened } from "~/features/events/event";
import type { AttemptOutcome, Change, Row, TweetState } from "~db/schema";

interface Concluded {
  tweet: Pick<Row<"tweets">, "id" | "publish_type"> & Partial<Pick<Row<"tweets">, "undo_until">>;
  account: Pick<Row<"accounts">, "id" | "user_id">;
  step: { attempt: { outcome: AttemptOutcome }; tweet: Change<"tweets">; account: Change<"accounts"> | null };
  now: number;
  neededConfirmation: boolean;
}

/** A refused Post Now notifies only programs, since the user has seen the answer, unless it came later. */
export function happenedBy({ tweet, account, step, now, neededConfirmation }: Concluded): Happened[] {
  const whose = { userId: account.user_id, accountId: account.id, at: now };
  const isAnswered = tweet.publish_type === "immediate" && (tweet.undo_until ?? null) === null;
  const wasAnswered = isAnswered && step.attempt.outcome !== "absent";
  const happened: Happened[] = [];
  const { state } = step.tweet;
  const tweetId = tweet.id;
  // Spreads come last on this hot path; see `startAttempts`.
  if (state === "failed") happened.push({ type: wasAnswered ? "tweet.refused" : "tweet.failed", tweetId, ...whose });
  if (state === "published") happened.push({ type: "tweet.published", tweetId, ...whose });
  if (neededConfirmation && state !== undefined && state !== "unknown")
    happened.push({ ...whose, type: "tweet.unknown_resolved", tweetId, detail: state === "published" ? "out" : null });
  const status = step.account?.status;
  if (status === "reconnect" || status === "paused") happened.push({ ...whose, type: `account.${status}` });
  return happened;
}

/** Event that a journal line sends to programs; null if calendars don't show it or another event already covers it. */
const toldBy = {
  scheduled: "tweet.scheduled",
  moved: "tweet.scheduled",
  postponed: "tweet.scheduled",
  not_sent: "tweet.scheduled",
  refused: "tweet.scheduled",
  waiting: "tweet.scheduled",
  absent: "tweet.scheduled",
  restored_absent: "tweet.scheduled",
  taken_back: "tweet.scheduled",
  taken_off: "tweet.unscheduled",
  dismissed: "tweet.unscheduled",
  missed: "tweet.unscheduled",
  restored_backlog: "tweet.unscheduled",
  edited: "tweet.edited",
  pictures: "tweet.edited",
  continued: "tweet.edited",
  stopped: "tweet.edited",
  ended: "tweet.edited",
  // `postAs` records its own event.
  account: null,
  published: null,
  found: null,
  person_found: null,
  person_absent: null,
  failed: null,
  unknown: null,
  needs_confirmation: null,
  deleted: null,
  soon: null,
  sending: null,
  waits: null,
  follows: null,
  restored: null,
  delete_ordered: null,
  deletion_again: null,
  deletion_waits: null,
  not_deleted: null,
} as const;

export type JournalKind = keyof typeof toldBy;

export const isTold = (kind: JournalKind): boolean => toldBy[kind] !== null;

/** A tweet after a journal line is written. `first` is the thread's first part, or the tweet itself. */
export interface Journaled {
  id: number;
  userId: string;
  state: TweetState;
  isSoon: boolean;
  first: { id: number; state: TweetState; publishedAt: number | null };
}

/** Programs know no time of a later part, so its changes are reported as changes of the thread. */
export function toldOf(kind: JournalKind, at: number, tweet: Journaled): Happened[] {
  const { id, userId, state, first } = tweet;
  const isLater = id !== first.id;
  const isDraft = first.state === "pending" && first.publishedAt === null;
  const type = toldBy[kind];
  if (type === null || (type === "tweet.scheduled" && (isLater || tweet.isSoon))) return [];
  if (type === "tweet.edited" || isLater)
    return isDraft ? [] : [{ type: "tweet.edited", userId, tweetId: first.id, at }];
  if (state === "scheduled") return [{ type: "tweet.scheduled", userId, tweetId: id, at }];
  return state === "pending" ? [{ type: "tweet.unscheduled", userId, tweetId: id, at }] : [];
}

/** Event that describes the tweet's current state best; null while it is being sent. */
export function stateTold(
  tweet: Pick<Journaled, "state"> & {
    publishedAt: number | null;
    discardedAt: number | null;
    deletedAt: number | null;
  },
): EventType | null {
  if (tweet.deletedAt !== null) return "tweet.deleted";
  if (tweet.publishedAt !== null) return "tweet.published";
  if (tweet.discardedAt !== null) return "tweet.discarded";
  const { state } = tweet;
  if (state === "scheduled") return "tweet.scheduled";
  // Sent without mail, because it comes late.
  if (state === "failed") return "tweet.refused";
  return state === "pending" ? "tweet.unscheduled" : null;
}
