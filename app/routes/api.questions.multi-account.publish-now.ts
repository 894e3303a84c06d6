// POST /api/questions/multi-account/publish-now/{tweet_id}?twitter_account_id=
import { publishNow } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { publishNowAs } from "~/http/contract/publishing.server";
import { tweetId } from "~/http/params.server";

export const { loader, action } = api(
  serve(publishNowAs, async ({ app, params, user, query, body }) => {
    const account = query.twitter_account_id ?? body.twitter_account_id ?? null;
    const tweet = await publishNow(app, { userId: user.id, tweetId: tweetId(params), account });
    return { data: toWire(app, tweet) };
  }),
);
