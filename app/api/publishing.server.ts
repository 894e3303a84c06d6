// API handlers that post, schedule, resolve and delete tweets, and list an account's history.
import { getAccount } from "~/features/accounts/accounts.server";
import { deletePost } from "~/features/deletions/deletions.server";
import { moveToSlot, type Place, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { publishNow, resolve, unconfirmed } from "~/features/publishing/publishing.server";
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { getTweet, listHistory, listNewestAndComing, type Tweet } from "~/features/tweets/tweets.server";
import type { Caller } from "~/http/api/authenticate.server";
import { keyIdOf } from "~/http/api/named-key.server";
import { type Call, serve } from "~/http/api/api.server";
import { sentBy } from "~/http/api/proposals.server";
import { tellTweet, tellTweets } from "~/features/publishing/to-api.server";
import * as contract from "~/http/contract/publishing.server";
import { chooseMoment, namedPlaceOf } from "~/http/api/moment.server";
import { tweetId } from "~/http/api/params.server";

interface Named {
  twitter_account_id?: string | null | undefined;
}

async function sendNow({ app, params, user, key, body, once }: Call<Named> & Caller) {
  const ask = {
    userId: user.id,
    tweetId: tweetId(params),
    account: body.twitter_account_id ?? null,
    // Like Post Now on the screens: a scheduled tweet leaves the timeline.
    scheduledToo: true,
    ...sentBy(key),
  };
  const tweet = (once.wasSent ? await findSent(app, ask) : null) ?? (await publishNow(app, ask, once.markSent));
  return { data: await tellTweet(app, user.timezone, tweet) };
}

/** The tweet, if an earlier call with this key posted it, else null. Throws timeout while that is unknown. */
async function findSent(app: App, query: { userId: string; tweetId: number }): Promise<Tweet | null> {
  const tweet = await getTweet(app, query.userId, query.tweetId);
  if (tweet.publishedAt !== null) return tweet;
  if (tweet.state === "publishing" || tweet.state === "unknown")
    throw new AppError("timeout", unconfirmed, { failure: tweet.errorCode });
  return null;
}

async function drawMoment({
  app,
  params,
  user,
  key,
  body,
  once,
}: Call<Named & { user_timezone?: string | null | undefined }> & Caller) {
  const [zone, account] = [body.user_timezone ?? null, body.twitter_account_id ?? null];
  return { data: await chooseMoment(app, user, params, { zone, account, by: sentBy(key), once }) };
}

export const publishing = [
  // The second of each pair requires an account.
  serve(contract.publishNow, sendNow),
  serve(contract.publishNowAs, sendNow),
  serve(contract.publishRandom, drawMoment),
  serve(contract.publishRandomAs, drawMoment),
  serve(contract.schedule, async ({ app, params, user, key, body, once }) => {
    const id = tweetId(params);
    const account = body.twitter_account_id ?? null;
    const ask = { userId: user.id, tweetId: id, account, executeAt: body.execute_at, ...sentBy(key) };
    const answerOf = (place: Place) => ({ data: namedPlaceOf(app, id, { ...place, reason: null }) });
    return answerOf(await scheduleAt(app, ask, (trx, _, place) => once.keep(trx, () => answerOf(place))));
  }),
  serve(contract.move, async ({ app, params, user, key, body }) => {
    const { date, slot: hour, in_quiet_hours: anyway } = body;
    const id = tweetId(params);
    const ask = { userId: user.id, tweetId: id, date, hour, anyway, keyId: keyIdOf(key) };
    return { data: namedPlaceOf(app, id, await moveToSlot(app, ask)) };
  }),
  serve(contract.cancel, async ({ app, params, user, key }) => {
    const tweet = await unschedule(app, { userId: user.id, tweetId: tweetId(params), keyId: keyIdOf(key) });
    return { data: await tellTweet(app, user.timezone, tweet) };
  }),
  serve(contract.resolve, async ({ app, params, user, body }) => {
    const tweet = await resolve(app, {
      userId: user.id,
      tweetId: tweetId(params),
      published: body.published,
      postId: body.post_url ?? null,
    });
    return { data: await tellTweet(app, user.timezone, tweet) };
  }),
  serve(contract.deletePost, async ({ app, params, user, key }) => {
    const tweet = await deletePost(app, { userId: user.id, tweetId: tweetId(params), keyId: keyIdOf(key) });
    return { data: await tellTweet(app, user.timezone, tweet) };
  }),
  serve(contract.history, async ({ app, params, query, user }) => {
    const account = await getAccount(app, user.id, params["account_id"] ?? "");
    const isNarrowed = Object.values(query).some((value) => value !== undefined);
    const tweets = isNarrowed
      ? await listHistory(app, account.id, { limit: contract.newestOfHistory, ...query })
      : await listNewestAndComing(app, account.id, contract.newestOfHistory);
    return await tellTweets(app, user.timezone, tweets);
  }),
];
