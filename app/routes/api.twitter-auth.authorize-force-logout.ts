// GET /api/twitter-auth/authorize-force-logout/{user_id}
import { api, serve } from "~/http/api.server";
import { authUrl } from "~/http/connect.server";
import { authorizeForceLogout } from "~/http/contract/accounts.server";

export const { loader, action } = api(
  serve(authorizeForceLogout, async ({ app, request, user }) => ({
    auth_url: await authUrl(app, request, user, true),
  })),
);
