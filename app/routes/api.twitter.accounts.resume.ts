// POST /api/twitter/accounts/{account_id}/resume
import { resumeAccount } from "~/features/publishing/publishing.server";
import { api, serve } from "~/http/api.server";
import { resumeAccount as contract } from "~/http/contract/accounts.server";

export const { loader, action } = api(
  serve(contract, async ({ app, params, user }) => {
    await resumeAccount(app, user.id, params["account_id"] ?? "");
    return { message: "Account resumed" };
  }),
);
