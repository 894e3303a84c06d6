// POST /api/questions/publish-random-auto/{tweet_id}: a random moment, with the default account, else the first
import { api, serve } from "~/http/api.server";
import { publishRandom } from "~/http/contract/publishing.server";
import { chooseMoment } from "~/http/moment.server";

export const { loader, action } = api(
  serve(publishRandom, async ({ app, params, user, body }) => ({
    data: await chooseMoment(app, user, params, { zone: body.user_timezone ?? null, account: null }),
  })),
);
