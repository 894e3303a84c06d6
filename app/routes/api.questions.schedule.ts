// POST /api/questions/schedule/{tweet_id}: an exact time
import { scheduleAt } from "~/features/publishing/publishing.server";
import { api, serve } from "~/http/api.server";
import { schedule } from "~/http/contract/publishing.server";
import { tweetId } from "~/http/params.server";
import { iso } from "~/iso";

export const { loader, action } = api(
  serve(schedule, async ({ app, params, user, body }) => {
    const id = tweetId(params);
    const account = body.twitter_account_id ?? null;
    const ask = { userId: user.id, tweetId: id, account, executeAt: body.execute_at, timeZone: user.timezone };
    const { executeAt, timeZone } = await scheduleAt(app, ask);
    return { data: { tweet_id: id, execute_at: iso(executeAt), timezone: timeZone, reason: null } };
  }),
);
