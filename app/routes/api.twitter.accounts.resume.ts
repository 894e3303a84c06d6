// POST /api/twitter/accounts/{account_id}/resume
import { resumeAccount } from "~/features/publishing/publishing.server";
import { api, user } from "~/http/api.server";

export const { loader, action } = api({
  POST: user({}, async ({ app, params, user }) => {
    await resumeAccount(app, user.id, params["account_id"] ?? "");
    return { message: "Account resumed" };
  }),
});
