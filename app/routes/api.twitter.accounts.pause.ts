// POST /api/twitter/accounts/{account_id}/pause
import { pauseAccount } from "~/features/publishing/publishing.server";
import { api, serve } from "~/http/api.server";
import { pauseAccount as contract } from "~/http/contract/accounts.server";

export const { loader, action } = api(
  serve(contract, async ({ app, params, user }) => {
    await pauseAccount(app, user.id, params["account_id"] ?? "");
    return { message: "Account paused" };
  }),
);
