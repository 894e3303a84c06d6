// POST /api/questions/resolve/{tweet_id}: the person has looked whether it is out
import { resolve } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { resolve as contract } from "~/http/contract/publishing.server";
import { tweetId } from "~/http/params.server";

export const { loader, action } = api(
  serve(contract, async ({ app, params, user, body }) => {
    const tweet = await resolve(app, { userId: user.id, tweetId: tweetId(params), published: body.published });
    return { data: toWire(app, tweet) };
  }),
);
