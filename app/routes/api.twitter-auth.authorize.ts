// GET /api/twitter-auth/authorize/{user_id}
import { api, user } from "~/http/api.server";
import { authUrl } from "~/http/connect.server";

export const { loader, action } = api({
  GET: user({}, ({ app, request, user }) => authUrl(app, request, user, false)),
});
