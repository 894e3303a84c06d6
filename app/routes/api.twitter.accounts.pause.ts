// POST /api/twitter/accounts/{account_id}/pause
import { pauseAccount } from "~/features/publishing/publishing.server";
import { api, user } from "~/http/api.server";

export const { loader, action } = api({
  POST: user({}, async ({ app, params, user }) => {
    await pauseAccount(app, user.id, params["account_id"] ?? "");
    return { message: "Account paused" };
  }),
});
