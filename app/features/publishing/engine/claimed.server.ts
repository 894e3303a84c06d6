// Defines claims and their time limits, and writes attempts before anything is sent.
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { noteScheduledSends } from "~/features/accounts/accounts.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import type { DueTweet } from "~/features/publishing/store/due-and-gap.server";
import type { TweetRow } from "~/features/publishing/store/tweets.server";
import type { Named } from "~/features/uploads/queries.server";
import { postMicrosOf } from "~/features/spending/price";
import { hasLink } from "~/features/tweets/text.server";
import type { Db } from "~db/database.server";

export const sendTimeout = seconds(30);
export const nowTimeout = seconds(25);
export const leaseLasts = seconds(60);

/** Tweets are claimed this long before they are due, so a slow disk doesn't delay the send. */
export const claimAhead = seconds(0.25);

export const claimedUntil = (now: number): number => now + claimAhead;

export const claimedAt = (dueAt: number): number => dueAt - claimAhead;

interface ClaimedTweet extends Pick<DueTweet, "account" | "timeZone" | "after"> {
  tweet: Pick<
    TweetRow,
    "id" | "content" | "publish_type" | "due_at" | "attempts" | "error_code" | "thread_id" | "part_no"
  > &
    Partial<Pick<TweetRow, "undo_until">>;
  token: string;
  named: Named | null;
}

export interface Claimed extends ClaimedTweet {
  /** When it is sent, by the wall clock: its due time, or the claim's time if that has passed. */
  at: number;
  since: { now: number; monotonic: number };
}

export const momentOf = ({ due_at }: Pick<TweetRow, "due_at">, now: number): number => Math.max(due_at ?? now, now);

/** Writes the attempts of claimed tweets. Call it in the transaction of the claim. */
export async function startAttempts(db: Db, app: App, claimedTweets: readonly ClaimedTweet[]): Promise<Claimed[]> {
  const since = { now: app.clock.now(), monotonic: app.clock.monotonic() };
  // The spread is last on this hot path: V8 adds properties after a spread slowly, at about 1 µs each.
  const claimed = claimedTweets.map((claimedTweet) => ({
    at: momentOf(claimedTweet.tweet, since.now),
    since,
    ...claimedTweet,
  }));
  await attempts.insertAttempts(
    db,
    claimed.map(({ tweet, token, at }) => ({
      tweetId: tweet.id,
      token,
      textHash: attempts.textHashOf(tweet.content),
      priceMicros: postMicrosOf({ hasLink: hasLink(tweet.content) }),
      startedAt: at,
      settleAt: at + sendTimeout + app.config.reconcileAfterMs,
    })),
  );
  hitCrashPoint("claim:inside");
  await attempts.insertEvents(
    db,
    claimed.map(({ tweet, at }) => ({ tweetId: tweet.id, at, kind: "sending", detail: null })),
  );
  const scheduled = claimed.filter(({ tweet }) => tweet.publish_type === "scheduled");
  await noteScheduledSends(
    db,
    scheduled.map(({ account, at }) => ({ id: account.id, at })),
  );
  return claimed;
}
