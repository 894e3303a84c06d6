// What is claimed: until when, when it goes out, and the attempt that is on disk before its first byte leaves.
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

/** Hard limits of one call, on the monotonic clock: a scheduled post may take longer than a person who waits. */
export const sendTimeout = seconds(30);
export const nowTimeout = seconds(25);
/** A lease outlives the call and the writing of its conclusion. */
export const leaseLasts = seconds(60);

/** So long before its moment a tweet is claimed: its attempt is then on disk in time, also where the disk is slow. */
export const claimAhead = seconds(0.25);

/** What falls due until then is claimed at `now`. */
export const claimedUntil = (now: number): number => now + claimAhead;

/** When a tweet that falls due at `dueAt` is claimed. */
export const claimedAt = (dueAt: number): number => dueAt - claimAhead;

/** A tweet under its lease, with whose it is. */
interface ClaimedTweet extends Pick<DueTweet, "account" | "timeZone" | "after"> {
  tweet: Pick<
    TweetRow,
    "id" | "content" | "publish_type" | "due_at" | "attempts" | "error_code" | "thread_id" | "part_no"
  > &
    Partial<Pick<TweetRow, "undo_until">>;
  token: string;
  /** The pictures that its post names, as the network knows them; null: none. */
  named: Named | null;
}

export interface Claimed extends ClaimedTweet {
  /** When it goes out, by the wall clock: its moment, or the claim's where that has passed. */
  at: number;
  /** When it was claimed, on both clocks. */
  since: { now: number; monotonic: number };
}

/** When a tweet that is claimed now goes out. */
export const momentOf = ({ due_at }: Pick<TweetRow, "due_at">, now: number): number => Math.max(due_at ?? now, now);

/** Writes the attempts of tweets just claimed; call it in the transaction of the claim. */
export async function startAttempts(db: Db, app: App, claimedTweets: readonly ClaimedTweet[]): Promise<Claimed[]> {
  const since = { now: app.clock.now(), monotonic: app.clock.monotonic() };
  // Spreads stand last where each tweet passes: V8 adds each new property behind one the slow way, at some 1 µs.
  const claimed = claimedTweets.map((one) => ({ at: momentOf(one.tweet, since.now), since, ...one }));
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
