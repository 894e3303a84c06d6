// POST /api/questions/publish-now/{tweet_id}: with the default account, else the first
import { publishNow } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { publishNow as contract } from "~/http/contract/publishing.server";
import { tweetId } from "~/http/params.server";

export const { loader, action } = api(
  serve(contract, async ({ app, params, user }) => {
    const tweet = await publishNow(app, { userId: user.id, tweetId: tweetId(params), account: null });
    return { data: toWire(app, tweet) };
  }),
);
