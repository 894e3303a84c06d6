// POST /api/questions/resolve/{tweet_id}: the person has looked whether it is out
import { z } from "zod";
import { resolve } from "~/features/publishing/publishing.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, user } from "~/http/api.server";
import { tweetId } from "~/http/params.server";

const body = z.object({ published: z.boolean("published must be true or false") });

export const { loader, action } = api({
  POST: user({ body }, async ({ app, params, user, body }) => {
    const tweet = await resolve(app, { userId: user.id, tweetId: tweetId(params), published: body.published });
    return { data: toWire(app, tweet) };
  }),
});
