// POST /api/questions/set-timezone/{user_id}?timezone=
import { z } from "zod";
import { setTimezone } from "~/features/users/users.server";
import { api, user } from "~/http/api.server";

export const { loader, action } = api({
  POST: user({ query: z.object({ timezone: z.string("Please name a time zone") }) }, async ({ app, user, query }) => {
    await setTimezone(app, user.id, query.timezone);
    return { data: { timezone: query.timezone } };
  }),
});
