// A thread on the screens, which do not show its parts yet: it is not sent from here, and what stopped it is said.
import type { App } from "~/app.server";
import { goingOf } from "~/features/publishing/publishing.server";
import { findThread, lineOf } from "~/features/threads/threads.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { dollars } from "~/ground/dollars";
import { AppError } from "~/ground/errors";

/**
 * Throws conflict for a thread: whoever presses a button sees all that it sends and what that costs, and here they would
 * see the first part alone.
 */
export async function requireNoThread(app: App, which: { userId: string; tweetId: number }): Promise<void> {
  const thread = await findThread(app.db, await getTweet(app, which.userId, which.tweetId));
  if (!thread) return;
  const { posts, priceMicros } = goingOf(thread.parts);
  throw new AppError(
    "conflict",
    `This begins a thread of ${posts} parts, ${dollars(priceMicros / 1_000_000)} on X, and only its first part is shown here. Post or schedule it over the API.`,
  );
}

/** The tweet with how far its thread came and why it stands still, where it does. */
export async function withThreadError(app: App, tweet: Tweet, timeZone: string): Promise<Tweet> {
  if (tweet.state !== "failed" || tweet.publishedAt === null) return tweet;
  const thread = await findThread(app.db, tweet);
  const by = { gapMs: app.config.threadGapMs, timeZone, now: app.clock.now() };
  return { ...tweet, error: thread ? lineOf(thread, by) : tweet.error };
}
