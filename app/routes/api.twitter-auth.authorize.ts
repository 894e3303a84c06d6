// GET /api/twitter-auth/authorize/{user_id}
import { api, serve } from "~/http/api.server";
import { authUrl } from "~/http/connect.server";
import { authorize } from "~/http/contract/accounts.server";

export const { loader, action } = api(
  serve(authorize, async ({ app, request, user }) => ({ auth_url: await authUrl(app, request, user, false) })),
);
