// A tweet as the API tells it: with its price, and the thread that it begins.
import type { App } from "~/app.server";
import { goingOf } from "~/features/publishing/publishing.server";
import type { ApiThread, ApiTweet } from "~/features/tweets/schema.server";
import { countOut, lineOf, listThreads, stateOf, type Thread } from "~/features/threads/threads.server";
import { apiStatus } from "~/features/tweets/tweet";
import { weigh } from "~/features/tweets/text.server";
import { postUrlOf, toApi, type Tweet } from "~/features/tweets/tweets.server";
import { iso } from "~/ground/time/iso";

/** In the same order. `timeZone`: in which moments are told in a sentence. */
export async function tellTweets(app: App, timeZone: string, tweets: readonly Tweet[]): Promise<ApiTweet[]> {
  const threads = await listThreads(app.db, tweets);
  const by = { gapMs: app.config.threadGapMs, timeZone, now: app.clock.now() };
  return tweets.map((tweet) => {
    const thread = tweet.part ? (threads.get(tweet.part.threadId) ?? null) : null;
    return {
      ...toApi(app, tweet),
      ...(thread && stateOf(thread) === "stopped" && { error: lineOf(thread, by) }),
      price_usd: goingOf(thread?.parts ?? [tweet]).priceMicros / 1_000_000,
      thread: thread && tellThread(app, thread, lineOf(thread, by)),
    };
  });
}

/** One of them. */
export async function tellTweet(app: App, timeZone: string, tweet: Tweet): Promise<ApiTweet> {
  const [told] = await tellTweets(app, timeZone, [tweet]);
  if (!told) throw new Error("A tweet was told as none");
  return told;
}

const tellThread = (app: App, thread: Thread, reason: string | null): ApiThread => ({
  of: thread.parts.length,
  out: countOut(thread.parts),
  state: stateOf(thread),
  reason,
  parts: thread.parts.map((part, n) => ({
    part: n + 1,
    id: part.id,
    tweet_content: part.content,
    weighted_length: weigh(part.content),
    // The first one's state is the thread's where it is out.
    status: part.publishedAt === null ? apiStatus(part.state) : "published",
    post_url: postUrlOf(app, part),
    published_at: part.publishedAt === null ? null : iso(part.publishedAt),
    error: part.error,
  })),
});
