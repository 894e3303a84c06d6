// POST /api/questions/cancel/{tweet_id}: off the timeline, pending again
import { takeOff } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { cancel } from "~/http/contract/publishing.server";
import { tweetId } from "~/http/params.server";

export const { loader, action } = api(
  serve(cancel, async ({ app, params, user }) => {
    const tweet = await takeOff(app, { userId: user.id, tweetId: tweetId(params) });
    return { data: toWire(app, tweet) };
  }),
);
