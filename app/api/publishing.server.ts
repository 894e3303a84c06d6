// Tweets on their way out, and what went out, over the API.
import { getAccount } from "~/features/accounts/accounts.server";
import { publishNow, resolve, scheduleAt, takeOff } from "~/features/publishing/publishing.server";
import { listHistory, toWire } from "~/features/tweets/tweets.server";
import { serve } from "~/http/api.server";
import * as contract from "~/http/contract/publishing.server";
import { chooseMoment } from "~/http/moment.server";
import { tweetId } from "~/http/params.server";
import { iso } from "~/iso";

export const publishing = [
  // With the default account, else the first.
  serve(contract.publishNow, async ({ app, params, user }) => {
    const tweet = await publishNow(app, { userId: user.id, tweetId: tweetId(params), account: null });
    return { data: toWire(app, tweet) };
  }),
  serve(contract.publishNowAs, async ({ app, params, user, query, body }) => {
    const account = query.twitter_account_id ?? body.twitter_account_id ?? null;
    const tweet = await publishNow(app, { userId: user.id, tweetId: tweetId(params), account });
    return { data: toWire(app, tweet) };
  }),
  serve(contract.publishRandom, async ({ app, params, user, body }) => ({
    data: await chooseMoment(app, user, params, { zone: body.user_timezone ?? null, account: null }),
  })),
  serve(contract.publishRandomAs, async ({ app, params, user, body }) => ({
    data: await chooseMoment(app, user, params, {
      zone: body.user_timezone ?? null,
      account: body.twitter_account_id ?? null,
    }),
  })),
  serve(contract.schedule, async ({ app, params, user, body }) => {
    const id = tweetId(params);
    const account = body.twitter_account_id ?? null;
    const ask = { userId: user.id, tweetId: id, account, executeAt: body.execute_at, timeZone: user.timezone };
    const { executeAt, timeZone } = await scheduleAt(app, ask);
    return { data: { tweet_id: id, execute_at: iso(executeAt), timezone: timeZone, reason: null } };
  }),
  serve(contract.cancel, async ({ app, params, user }) => {
    const tweet = await takeOff(app, { userId: user.id, tweetId: tweetId(params) });
    return { data: toWire(app, tweet) };
  }),
  serve(contract.resolve, async ({ app, params, user, body }) => {
    const tweet = await resolve(app, { userId: user.id, tweetId: tweetId(params), published: body.published });
    return { data: toWire(app, tweet) };
  }),
  serve(contract.history, async ({ app, params, query, user }) => {
    const account = await getAccount(app, user.id, params["account_id"] ?? "");
    const tweets = await listHistory(app, account.id, query);
    return tweets.map((tweet) => toWire(app, tweet));
  }),
];
