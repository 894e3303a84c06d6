// POST /api/questions/tweet: one's own words as a pending tweet
import { z } from "zod";
import { writeTweet } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, user } from "~/http/api.server";
import { accountRef } from "~/http/params.server";

const body = z.object({
  tweet_content: z.string("tweet_content must be text"),
  twitter_account_id: accountRef.nullish(),
});

export const { loader, action } = api({
  POST: user({ body }, async ({ app, user, body }) => {
    const ask = { userId: user.id, content: body.tweet_content, account: body.twitter_account_id ?? null };
    return { status: 201, data: toWire(app, await writeTweet(app, ask)) };
  }),
});
