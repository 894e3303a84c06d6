// Loads whole threads, and checks that the user saw every part before posting.
import type { App } from "~/app.server";
import { withPictures } from "~/features/spending/spending.server";
import { priceOfAll } from "~/features/spending/full-price.server";
import { findThread, isOut, lineOf, type Thread } from "~/features/threads/threads.server";
import { getTweet, postUrlOf, type Tweet } from "~/features/tweets/tweets.server";
import { dollars } from "~/ground/dollars";
import { AppError } from "~/ground/errors";
import type { FoundThread } from "./to-thread.server";

/** Throws not_for_threads unless the user saw all parts, and so the full cost. Null: only the first was shown. */
export async function requireSeen(
  app: App,
  target: { userId: string; tweetId: number },
  seen: number | null,
): Promise<void> {
  const thread = await findThread(app.db, await getTweet(app, target.userId, target.tweetId));
  if (!thread || seen === thread.parts.length) return;
  const parts = await withPictures(app.db, thread.parts);
  throw new AppError(
    "not_for_threads",
    `This starts a thread of ${parts.length} parts, ${dollars(priceOfAll(parts))} on X. Open the thread, check every part, then post or schedule it there.`,
  );
}

export async function countParts(app: App, target: { userId: string; tweetId: number }): Promise<number | null> {
  const thread = await findThread(app.db, await getTweet(app, target.userId, target.tweetId));
  return thread?.parts.length ?? null;
}

export function withThreadError(app: App, tweet: Tweet, thread: Thread | null, timeZone: string): Tweet {
  if (!thread || tweet.state !== "failed" || tweet.publishedAt === null) return tweet;
  return { ...tweet, error: lineOf(thread, { gapMs: app.config.threadGapMs, timeZone, now: app.clock.now() }) };
}

export async function findWhole(app: App, tweet: Tweet): Promise<FoundThread | null> {
  const thread = await findThread(app.db, tweet);
  if (!thread) return null;
  const parts = await withPictures(app.db, thread.parts);
  const left = parts.filter((part) => !isOut(part));
  return {
    thread,
    postUrls: parts.map((part) => postUrlOf(app, part)),
    gapMs: app.config.threadGapMs,
    costUsd: priceOfAll(left.length > 0 ? left : parts),
    pictures: new Map(parts.map(({ id, pictures }) => [id, pictures])),
  };
}
