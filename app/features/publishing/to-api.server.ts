// Converts tweets to API objects with pictures, price and thread.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { listAccounts } from "~/features/accounts/accounts.server";
import { priceOfAll } from "~/features/spending/full-price.server";
import type { TweetPicture } from "~/features/media/media";
import { listPicturesOf } from "~/features/media/media.server";
import type { ApiPicture, ApiThread, ApiTweet } from "~/features/tweets/schema.server";
import { countOut, lineOf, listThreads, stateOf, type Thread } from "~/features/threads/threads.server";
import { apiStatus } from "~/features/tweets/tweet";
import { dearUnits, weigh } from "~/features/tweets/text.server";
import { findTweet, postUrlOf, toApi, toFailureCode, type Tweet } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import { inTurns } from "~db/ranges.server";

/** Tweets of one user, in the same order. `timeZone` is used in messages. */
export async function tellTweets(app: App, timeZone: string, tweets: readonly Tweet[]): Promise<ApiTweet[]> {
  const [one] = tweets;
  if (!one) return [];
  const accounts = await listAccounts(app, one.userId);
  return inTurns(
    tweets,
    (batch) => tellSome(app, { timeZone, accounts }, batch),
    ({ content }) => dearUnits(content),
  );
}

async function tellSome(
  app: App,
  { timeZone, accounts }: { timeZone: string; accounts: readonly Account[] },
  tweets: readonly Tweet[],
): Promise<ApiTweet[]> {
  const threads = await listThreads(app.db, tweets);
  const told = tweets.map((tweet) => (tweet.part ? (threads.get(tweet.part.threadId)?.parts ?? [tweet]) : [tweet]));
  const pictures = await listPicturesOf(
    app.db,
    told.flat().map(({ id }) => id),
  );
  const picturesOf = ({ id }: Tweet) => pictures.get(id) ?? [];
  const tellMedia = (tweet: Tweet) => tellPictures(app, picturesOf(tweet));
  const by = { gapMs: app.config.threadGapMs, timeZone, now: app.clock.now() };
  return tweets.map((tweet, n) => {
    const thread = tweet.part ? (threads.get(tweet.part.threadId) ?? null) : null;
    return {
      ...toApi(app, tweet, accounts),
      ...(thread &&
        stateOf(thread) === "stopped" && {
          error: lineOf(thread, by),
          error_code: toFailureCode(thread.stopCode),
        }),
      media: tellMedia(tweet),
      price_usd: priceOfAll((told[n] ?? [tweet]).map((tweet) => ({ ...tweet, pictures: picturesOf(tweet) }))),
      thread: thread && tellThread(app, thread, lineOf(thread, by), tellMedia),
    };
  });
}

export async function tellTweet(app: App, timeZone: string, tweet: Tweet): Promise<ApiTweet> {
  const [told] = await tellTweets(app, timeZone, [tweet]);
  if (!told) throw new Error("A tweet was told as none");
  return told;
}

/** A tweet to include in an error; null if it is gone. */
export async function tellOwn(app: App, user: User, id: number): Promise<ApiTweet | null> {
  const tweet = await findTweet(app, user.id, id);
  return tweet && tellTweet(app, user.timezone, tweet);
}

export const tellPictures = (app: App, pictures: readonly TweetPicture[]): ApiPicture[] =>
  pictures.map((picture) => tellPicture(app, picture));

const tellPicture = (app: App, { mediaId, altText, width, height, madeWithAi }: TweetPicture): ApiPicture => ({
  media_id: mediaId,
  alt_text: altText,
  width,
  height,
  made_with_ai: madeWithAi,
  url: pictureUrl(app, mediaId),
});

export const pictureUrl = ({ config }: Pick<App, "config">, mediaId: string): string =>
  `${config.appOrigin}/api/media/${mediaId}`;

const tellThread = (
  app: App,
  thread: Thread,
  reason: string | null,
  tellMedia: (part: Tweet) => ApiPicture[],
): ApiThread => ({
  of: thread.parts.length,
  out: countOut(thread.parts),
  state: stateOf(thread),
  reason,
  parts: thread.parts.map((part, n) => ({
    part: n + 1,
    id: part.id,
    tweet_content: part.content,
    weighted_length: weigh(part.content),
    // A published first part may have the thread's state, so check publishedAt.
    status: part.publishedAt === null ? apiStatus(part.state) : "published",
    post_url: postUrlOf(app, part),
    published_at: part.publishedAt === null ? null : iso(part.publishedAt),
    error: part.error,
    error_code: part.state === "failed" && part.publishedAt === null ? toFailureCode(part.errorCode) : null,
    media: tellMedia(part),
    deleted_at: part.deletedAt === null ? null : iso(part.deletedAt),
  })),
});
