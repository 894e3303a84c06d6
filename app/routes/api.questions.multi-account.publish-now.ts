// POST /api/questions/multi-account/publish-now/{tweet_id}?twitter_account_id=
import { z } from "zod";
import { publishNow } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, user } from "~/http/api.server";
import { accountRef, tweetId } from "~/http/params.server";

const named = z.object({ twitter_account_id: accountRef.optional() });

export const { loader, action } = api({
  POST: user({ query: named, body: named }, async ({ app, params, user, query, body }) => {
    const account = query.twitter_account_id ?? body.twitter_account_id ?? null;
    const tweet = await publishNow(app, { userId: user.id, tweetId: tweetId(params), account });
    return { data: toWire(app, tweet) };
  }),
});
