// Tweets: find and list them, and what each looks like on the wire.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { iso } from "~/ground/time/iso";
import * as queries from "~/features/tweets/store/tweets.server";
import type { HistoryFilter, PlacedTweet, Tweet } from "~/features/tweets/store/tweets.server";
import type { ApiTweet } from "./schema.server";
import { apiStatus, isUnsent } from "./tweet";
import { weigh } from "./text.server";
import * as unsent from "~/features/tweets/store/unsent.server";
import type { UnsentPage } from "~/features/tweets/store/unsent.server";

export { insertTweet, insertTweets, type NewTweet, type Tweet } from "~/features/tweets/store/tweets.server";

export const listBatchTweets = (app: App, batchId: string): Promise<Tweet[]> =>
  queries.listBatchTweets(app.db, batchId);

/** One page of what the person has not sent, the newest first; `from` as the last page's `older` or `newer` says. */
export const listUnsent = (
  app: App,
  userId: string,
  page: { from: number | null; size: number },
): Promise<UnsentPage> => unsent.listUnsent(app.db, userId, page);

export const listHistory = (app: App, accountId: number, filter: HistoryFilter): Promise<Tweet[]> =>
  queries.listHistory(app.db, accountId, filter);

/** What stands in an account's grid between two moments (ms). */
export const listPlaced = (
  app: App,
  accountId: number,
  by: { from: number; to: number; limit: number },
): Promise<PlacedTweet[]> => queries.listPlaced(app.db, accountId, by);

/** What the person's accounts have out or on its way since a moment (ms), the newest first. */
export const listEarlier = (app: App, userId: string, since: number, limit: number): Promise<string[]> =>
  queries.listEarlier(app.db, userId, since, limit);

/** Which of these fingerprints the person's accounts have out or on their way since a moment (ms). */
export const findDuplicates = (app: App, userId: string, prints: string[], since: number): Promise<Set<string>> =>
  queries.findDuplicates(app.db, userId, prints, since);

/** Throws not_found, for another's tweet as for one that never was. */
export async function getTweet(app: Pick<App, "db">, userId: string, id: number): Promise<Tweet> {
  const tweet = await queries.findTweet(app.db, userId, id);
  if (!tweet) throw new AppError("not_found", "This tweet does not exist");
  return tweet;
}

/** Where it can be read; null while it is not out. */
export const postUrlOf = (app: App, tweet: Tweet): string | null =>
  tweet.postId && tweet.account ? app.network.postUrl(tweet.account.username, tweet.postId) : null;

/** The tweet in the contract's words. */
export function toApi(app: App, tweet: Tweet): ApiTweet {
  // What has not gone out is for nobody once its account was unlinked.
  const account = tweet.account?.linked || !isUnsent(tweet) ? tweet.account : null;
  return {
    id: tweet.id,
    tweet_content: tweet.content,
    status: apiStatus(tweet.state),
    created_at: iso(tweet.createdAt),
    twitter_account_id: account?.networkUserId ?? null,
    twitter_username: account?.username ?? null,
    publish_type: tweet.publishType,
    scheduled_time: tweet.publishType === "scheduled" && tweet.dueAt !== null ? iso(tweet.dueAt) : null,
    published_at: tweet.publishedAt === null ? null : iso(tweet.publishedAt),
    weighted_length: weigh(tweet.content),
    post_url: postUrlOf(app, tweet),
    error: tweet.error,
  };
}
