// PUT /api/questions/tweet/{tweet_id}: other words, while it has not gone out
import { editTweet } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { editTweet as contract } from "~/http/contract/tweets.server";
import { tweetId } from "~/http/params.server";

export const { loader, action } = api(
  serve(contract, async ({ app, params, user, body }) => {
    const ask = { userId: user.id, tweetId: tweetId(params), content: body.tweet_content };
    return { data: toWire(app, await editTweet(app, ask)) };
  }),
);
