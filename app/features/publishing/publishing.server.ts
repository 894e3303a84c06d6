// Posts tweets now or when due, pauses accounts and resolves unknown tweets. Never posts one twice.
import type { App } from "~/app.server";
import { failedAsksFor } from "~/features/publishing/rules/attention";
import { lateAfter } from "~/features/publishing/rules/gate";
import { listDue, listDueParts } from "~/features/publishing/store/due-and-gap.server";
import { nextOfUser, type WaitingTweet } from "~/features/publishing/store/waiting.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { claimedAt, claimedUntil } from "~/features/publishing/engine/claimed.server";
import * as unknowns from "~/features/publishing/store/unknown.server";

export { markScheduledUnknown } from "~/features/publishing/engine/restore-check.server";
export { publishDue } from "~/features/publishing/engine/dispatch.server";
export { editTweet, restoreVersion, type Seen, writeTweet } from "~/features/publishing/verbs/edit.server";
export {
  drawAfterDisabled,
  pauseAccount,
  resumeAccount,
  revokeTokens,
  unlink,
  unlinkAll,
} from "~/features/publishing/verbs/pause-account.server";
export { type NowRequest, publishNow, unconfirmed } from "~/features/publishing/verbs/publish-now.server";
export { postSoon, publishSoon, undoPost } from "~/features/publishing/verbs/post-soon.server";
export type { Sendable } from "~/features/publishing/verbs/preconditions.server";
export { postAs } from "~/features/publishing/verbs/post-as.server";
export { readAttention, readJournal } from "~/features/publishing/verbs/attention.server";
export { sendPictures } from "~/features/publishing/engine/pictures-ahead.server";
export { pruneAttempts } from "~/features/publishing/engine/prune.server";
export { type SendRequest, duplicatesWithin } from "~/features/publishing/verbs/preconditions.server";
export { reconcileDue } from "~/features/publishing/engine/reconcile.server";
export { recallSends, takeOverSends } from "~/features/publishing/engine/take-over.server";
export { readOwnPosts } from "~/features/publishing/verbs/own-posts.server";
export { resolve } from "~/features/publishing/verbs/resolve.server";
export { changeThread, continueThread, stopThread, writeThread } from "~/features/publishing/verbs/thread.server";
export { changePictures } from "~/features/publishing/verbs/pictures.server";
export { sendTimeout } from "~/features/publishing/engine/claimed.server";
export { unscheduleTweets } from "~/features/publishing/engine/unschedule.server";

/** When the next tweet after `after` is to be claimed, or null. Includes tweets that can still be undone. */
export async function nextPublishAt(app: App, after: number): Promise<number | null> {
  const due = await queries.nextScheduledAt(app.db, claimedUntil(after));
  return due === null ? null : claimedAt(due);
}

/** When the next unknown tweet after `after` is to be checked, or null. */
export const nextCheckAt = (app: App, after: number): Promise<number | null> => queries.nextUnknownAt(app.db, after);

/** A tweet or thread part that may be sent and has been due for `forMs`, or null. If any stays, no node publishes. */
export async function findStuck(
  app: Pick<App, "db" | "clock" | "config" | "work">,
  forMs: number,
): Promise<number | null> {
  const now = app.clock.now();
  const { minGapMs: gapMs, catchUpGapMs } = app.config;
  const by = { gapMs, catchUpGapMs: Math.max(catchUpGapMs, gapMs), awayUntil: app.work.awayUntil(), limit: 1 };
  const until = claimedUntil(now);
  const [[first], [part]] = await Promise.all([
    listDue(app.db, { now, until, ...by }),
    listDueParts(app.db, { now, until, limit: 1 }),
  ]);
  const stuck = [first, part].find((dueTweet) => dueTweet && (dueTweet.tweet.due_at ?? now) <= now - forMs);
  return stuck?.tweet.id ?? null;
}

/** Counts the queues of all users, for the metrics. */
export function countQueue({ db, clock }: Pick<App, "db" | "clock">): Promise<unknowns.QueueCounts> {
  const now = clock.now();
  return unknowns.countQueue(db, { now, lateBefore: now - lateAfter, failedSince: now - failedAsksFor });
}

/** The user's next scheduled tweet, for the foot of the navigation. */
export const nextTweet = (app: App, userId: string): Promise<WaitingTweet | null> => nextOfUser(app.db, userId);
