// POST /api/questions/tweet: one's own words as a pending tweet
import { writeTweet } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { writeTweet as contract } from "~/http/contract/tweets.server";

export const { loader, action } = api(
  serve(contract, async ({ app, user, body }) => {
    const ask = { userId: user.id, content: body.tweet_content, account: body.twitter_account_id ?? null };
    return { data: toWire(app, await writeTweet(app, ask)) };
  }),
);
