// POST /api/twitter/accounts/{account_id}/set-default
import { setDefault } from "~/features/accounts/accounts.server";
import { api, serve } from "~/http/api.server";
import { setDefault as contract } from "~/http/contract/accounts.server";

export const { loader, action } = api(
  serve(contract, async ({ app, params, user }) => {
    await setDefault(app, user.id, params["account_id"] ?? "");
    return { message: "Default account changed" };
  }),
);
