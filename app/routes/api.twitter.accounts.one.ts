// DELETE /api/twitter/accounts/{account_id}
import { unlink } from "~/features/publishing/publishing.server";
import { api, user } from "~/http/api.server";

export const { loader, action } = api({
  DELETE: user({}, async ({ app, params, user }) => {
    await unlink(app, user.id, params["account_id"] ?? "");
    return { message: "Account removed" };
  }),
});
