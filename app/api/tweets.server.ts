// API handlers for the text of tweets.
import { editTweet, writeTweet } from "~/features/publishing/publishing.server";
import { countHere } from "~/features/rate-limits/rate-limits.server";
import { weighPieces } from "~/features/tweets/text.server";
import { serve } from "~/http/api/api.server";
import { keepingTweet } from "./keeping-tweet.server";
import { tellTweet } from "~/features/publishing/to-api.server";
import * as contract from "~/http/contract/tweets.server";
import { asKey } from "~/http/api/named-key.server";
import { tweetId } from "~/http/api/params.server";
import { asRead } from "./whole-tweet.server";

export const tweets = [
  serve(contract.writeTweet, async (call) => {
    const { app, user, body } = call;
    const ask = {
      userId: user.id,
      content: body.tweet_content,
      account: body.twitter_account_id ?? null,
      pictures: body.media,
    };
    return { data: await tellTweet(app, user.timezone, await writeTweet(app, ask, keepingTweet(call))) };
  }),
  serve(contract.editTweet, async (call) => {
    const { app, params, user, key, body } = call;
    const ask = {
      userId: user.id,
      tweetId: tweetId(params),
      content: body.tweet_content,
      pictures: body.media,
      ...asKey(key),
      ...asRead(call),
    };
    return { data: await tellTweet(app, user.timezone, await editTweet(app, ask)) };
  }),
  serve(contract.weigh, async ({ app, user, body }) => {
    countHere(app, "weighing", user.id);
    return {
      data: weighPieces(body.texts).map(({ weight, hasLink }) => ({ weighted_length: weight, has_link: hasLink })),
    };
  }),
];
