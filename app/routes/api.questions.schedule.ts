// POST /api/questions/schedule/{tweet_id}: an exact time
import { z } from "zod";
import { scheduleAt } from "~/features/publishing/publishing.server";
import { api, user } from "~/http/api.server";
import { accountRef, moment, tweetId } from "~/http/params.server";
import { iso } from "~/iso";

const body = z.object({ execute_at: moment("execute_at"), twitter_account_id: accountRef.nullish() });

export const { loader, action } = api({
  POST: user({ body }, async ({ app, params, user, body }) => {
    const id = tweetId(params);
    const account = body.twitter_account_id ?? null;
    const ask = { userId: user.id, tweetId: id, account, executeAt: body.execute_at, timeZone: user.timezone };
    const { executeAt, timeZone, reason } = await scheduleAt(app, ask);
    return { data: { tweet_id: id, execute_at: iso(executeAt), timezone: timeZone, reason } };
  }),
});
