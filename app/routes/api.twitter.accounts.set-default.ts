// POST /api/twitter/accounts/{account_id}/set-default
import { setDefault } from "~/features/accounts/accounts.server";
import { api, user } from "~/http/api.server";

export const { loader, action } = api({
  POST: user({}, async ({ app, params, user }) => {
    await setDefault(app, user.id, params["account_id"] ?? "");
    return { message: "Default account changed" };
  }),
});
