// Finds and lists tweets, and converts them for the API.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { iso } from "~/ground/time/iso";
import * as queries from "~/features/tweets/store/tweets.server";
import type { PlacedTweet, Tweet } from "~/features/tweets/store/tweets.server";
import * as history from "~/features/tweets/store/history.server";
import type { HistoryFilter } from "~/features/tweets/store/history.server";
import { type ApiTweet, type FailureCode, failureCodes } from "./schema.server";
import type { Account } from "~/features/accounts/account";
import { apiStatus, goesOutAs } from "./tweet";
import { weigh } from "./text.server";
import * as timeline from "~/features/tweets/store/timeline.server";
import type { ListedTweet, TimelinePlace } from "~/features/tweets/store/timeline.server";
import * as lists from "~/features/tweets/store/list.server";
import type { ListPlace, TweetQuery } from "~/features/tweets/store/list.server";
import * as earlier from "~/features/tweets/store/earlier.server";
import * as ideas from "~/features/tweets/store/ideas.server";
import type { TrashPage, TrashPlace, IdeaFilter, IdeaPage, TweetFilter } from "~/features/tweets/store/ideas.server";

export type { ListedStatus, ListPlace } from "~/features/tweets/store/list.server";
export type { TrashPage, TrashPlace, IdeaFilter, IdeaPage, TweetFilter } from "~/features/tweets/store/ideas.server";
export { touchFirsts } from "~/features/tweets/store/first-part.server";
export { markGone } from "~/features/tweets/store/gone.server";
export type { ListedTweet, TimelinePlace } from "~/features/tweets/store/timeline.server";
export {
  insertTweet,
  insertTweets,
  listTweetsBy,
  type NewTweet,
  type Tweet,
} from "~/features/tweets/store/tweets.server";

export const listBatchTweets = (app: Pick<App, "db">, batchId: string): Promise<Tweet[]> =>
  queries.listBatchTweets(app.db, batchId);

export const listUnsent = (
  app: Pick<App, "db">,
  userId: string,
  page: IdeaFilter & { from: number | null; size: number },
): Promise<IdeaPage> => ideas.listUnsent(app.db, userId, page);

export const listDiscarded = (
  app: Pick<App, "db">,
  userId: string,
  page: TweetFilter & { from: TrashPlace | null; size: number },
): Promise<TrashPage> => ideas.listDiscarded(app.db, userId, page);

export const listTweets = (
  app: Pick<App, "db">,
  userId: string,
  query: TweetQuery,
): Promise<{ tweets: Tweet[]; next: ListPlace | null }> => lists.listTweets(app.db, userId, query);

export const countUnsent = (app: Pick<App, "db">, userId: string): Promise<number> => ideas.countUnsent(app.db, userId);

export const countDiscarded = (app: Pick<App, "db">, userId: string): Promise<number> =>
  ideas.countDiscarded(app.db, userId);

export const listHistory = (app: App, accountId: number, filter: HistoryFilter): Promise<Tweet[]> =>
  history.listHistory(app.db, accountId, filter);

export async function listNewestAndComing(app: App, accountId: number, newest: number): Promise<Tweet[]> {
  const tweets = await history.listHistory(app.db, accountId, { limit: newest });
  const last = tweets[newest - 1];
  return last ? [...tweets, ...(await timeline.listComingBelow(app.db, accountId, last.id))] : tweets;
}

export const listPlaced = (
  app: Pick<App, "db">,
  accountId: number,
  query: { from: number; to: number; limit: number },
): Promise<PlacedTweet[]> => queries.listPlaced(app.db, accountId, query);

export const listComing = (
  app: Pick<App, "db">,
  accountId: number,
  query: { after: TimelinePlace | null; limit: number },
): Promise<ListedTweet[]> => timeline.listComing(app.db, accountId, query);

export const listOver = (
  app: App,
  accountId: number,
  query: { before: TimelinePlace | null; limit: number },
): Promise<ListedTweet[]> => timeline.listOver(app.db, accountId, query);

export const listEarlier = (app: App, userId: string, since: number, limit: number): Promise<string[]> =>
  earlier.listEarlier(app.db, userId, since, limit);

export const findDuplicates = (app: App, userId: string, prints: string[], since: number): Promise<Set<string>> =>
  earlier.findDuplicates(app.db, userId, prints, since);

/** Null also for a tweet of another user. */
export const findTweet = (app: Pick<App, "db">, userId: string, id: number): Promise<Tweet | null> =>
  queries.findTweet(app.db, userId, id);

/** Throws not_found, also for a tweet of another user. */
export async function getTweet(app: Pick<App, "db">, userId: string, id: number): Promise<Tweet> {
  const tweet = await queries.findTweet(app.db, userId, id);
  if (!tweet) throw new AppError("not_found", "Tweet not found.");
  return tweet;
}

export const postUrlOf = (app: App, tweet: Tweet): string | null =>
  tweet.postId && tweet.account ? app.network.postUrl(tweet.account.username, tweet.postId) : null;

/** Stored error codes that have no code of their own in the API. */
const toldAs = new Map<string, FailureCode>([
  ["lost", "unreachable"],
  ["server_error", "unreachable"],
  ["daily_post_limit", "rate_limited"],
  ["daily_spend_limit", "rate_limited"],
  // Stored by Post Now before each limit had its own code.
  ["throttled", "rate_limited"],
  ["account_reconnect", "unauthorized"],
  ["invalid", "invalid_request"],
  ["person", "stopped"],
  ["stale", "stopped"],
  ["no_address", "stopped"],
  ["unlinked", "stopped"],
  ["withdrawn", "stopped"],
]);

export const toFailureCode = (code: string | null): FailureCode =>
  failureCodes.find((failureCode) => failureCode === code) ?? toldAs.get(code ?? "lost") ?? "refused";

export function toApi(
  app: App,
  tweet: Tweet,
  accounts: readonly Account[],
): Omit<ApiTweet, "thread" | "price_usd" | "media"> {
  const { account, followsDefault } = goesOutAs(tweet, accounts);
  return {
    id: tweet.id,
    tweet_content: tweet.content,
    status: apiStatus(tweet.state),
    created_at: iso(tweet.createdAt),
    updated_at: iso(tweet.updatedAt),
    twitter_account_id: account?.networkUserId ?? null,
    twitter_username: account?.username ?? null,
    follows_default: followsDefault,
    publish_type: tweet.publishType,
    scheduled_time: tweet.publishType === "scheduled" && tweet.dueAt !== null ? iso(tweet.dueAt) : null,
    published_at: tweet.publishedAt === null ? null : iso(tweet.publishedAt),
    weighted_length: weigh(tweet.content),
    post_url: postUrlOf(app, tweet),
    error: tweet.error,
    error_code: tweet.state === "failed" ? toFailureCode(tweet.errorCode) : null,
    batch_id: tweet.batchId,
    origin: tweet.origin,
    discarded_at: tweet.discardedAt === null ? null : iso(tweet.discardedAt),
    deleted_at: tweet.deletedAt === null ? null : iso(tweet.deletedAt),
  };
}
