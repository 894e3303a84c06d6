// Publishing: post now, choose a moment, hold an account, send what is due, learn what became of it. Never twice.
import type { App } from "~/app.server";
import { lateAfter } from "./gate";
import { nextOfUser, type NextTweet } from "./next-of-user.server";
import * as queries from "./queries.server";
import { claimAhead, sendTimeout } from "./send.server";
import * as uncertain from "./uncertain.server";

export { doubtScheduled } from "./doubt.server";
export { publishDue } from "./dispatch.server";
export { editTweet, writeTweet } from "./edit.server";
export { pauseAccount, resumeAccount, takeBack, unlink, unlinkAll } from "./hold.server";
export { drawAnew, listAtNight } from "./night.server";
export { publishNow } from "./now.server";
export { postAs } from "./post-as.server";
export { readAttention, readDayOf, readJournal, readSpent } from "./overview.server";
export { pruneAttempts } from "./prune.server";
export { type Ask, twinsWithin } from "./ready.server";
export { askCode, reconcileDue, rescueOpenSends } from "./reconcile.server";
export { resolve } from "./resolve.server";
export { addToTimeline, dismiss, type Moment, type Place, scheduleAt, takeOff } from "./schedule.server";
export { claimAhead, sendTimeout };
export { withdraw } from "./withdraw.server";

/** When, after `after`, a tweet is to be claimed next, or null. */
export async function nextPublishAt(app: App, after: number): Promise<number | null> {
  const due = await queries.nextScheduledAt(app.db, after + claimAhead);
  return due === null ? null : due - claimAhead;
}

/** When, after `after`, a lost answer is to be looked up next, or null. */
export const nextLookAt = (app: App, after: number): Promise<number | null> => queries.nextUnknownAt(app.db, after);

/** The state of everybody's queue, for the metrics. */
export function countQueue({ db, clock }: Pick<App, "db" | "clock">): Promise<uncertain.QueueCounts> {
  const now = clock.now();
  return uncertain.countQueue(db, { now, lateBefore: now - lateAfter });
}

/** The person's next scheduled tweet, for the foot of the perch. */
export const nextTweet = (app: App, userId: string): Promise<NextTweet | null> => nextOfUser(app.db, userId);
