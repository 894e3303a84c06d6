// PUT /api/questions/tweet/{tweet_id}: other words, while it has not gone out
import { z } from "zod";
import { editTweet } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, user } from "~/http/api.server";
import { tweetId } from "~/http/params.server";

const body = z.object({ tweet_content: z.string("tweet_content must be text") });

export const { loader, action } = api({
  PUT: user({ body }, async ({ app, params, user, body }) => {
    const ask = { userId: user.id, tweetId: tweetId(params), content: body.tweet_content };
    return { data: toWire(app, await editTweet(app, ask)) };
  }),
});
