// POST /api/questions/publish-random-auto/{tweet_id}: a random moment, with the default account, else the first
import { api, user } from "~/http/api.server";
import { chooseMoment, momentBody } from "~/http/moment.server";

export const { loader, action } = api({
  POST: user({ body: momentBody }, async ({ app, params, user, body }) => chooseMoment(app, user, params, body, null)),
});
