// POST /api/questions/multi-account/publish-random/{tweet_id}: a random moment, with the account named
import type { z } from "zod";
import { api, user } from "~/http/api.server";
import { chooseMoment, momentBody } from "~/http/moment.server";
import { accountRef } from "~/http/params.server";

const body = momentBody.extend({ twitter_account_id: accountRef.nullish() });

export const { loader, action } = api({
  POST: user({ body: body as z.ZodType<z.output<typeof body>> }, async ({ app, params, user, body }) =>
    chooseMoment(app, user, params, body, body.twitter_account_id ?? null),
  ),
});
