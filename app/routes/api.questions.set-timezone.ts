// POST /api/questions/set-timezone/{user_id}?timezone=
import { setTimezone } from "~/features/users/users.server";
import { api, serve } from "~/http/api.server";
import { setTimezone as contract } from "~/http/contract/users.server";

export const { loader, action } = api(
  serve(contract, async ({ app, user, query }) => {
    await setTimezone(app, user.id, query.timezone);
    return { data: { timezone: query.timezone } };
  }),
);
