// POST /api/questions/multi-account/publish-random/{tweet_id}: a random moment, with the account named
import { api, serve } from "~/http/api.server";
import { publishRandomAs } from "~/http/contract/publishing.server";
import { chooseMoment } from "~/http/moment.server";

export const { loader, action } = api(
  serve(publishRandomAs, async ({ app, params, user, body }) => ({
    data: await chooseMoment(app, user, params, {
      zone: body.user_timezone ?? null,
      account: body.twitter_account_id ?? null,
    }),
  })),
);
