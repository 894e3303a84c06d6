// DELETE /api/twitter/accounts/{account_id}
import { unlink } from "~/features/publishing/publishing.server";
import { api, serve } from "~/http/api.server";
import { deleteAccount } from "~/http/contract/accounts.server";

export const { loader, action } = api(
  serve(deleteAccount, async ({ app, params, user }) => {
    await unlink(app, user.id, params["account_id"] ?? "");
    return { message: "Account removed" };
  }),
);
