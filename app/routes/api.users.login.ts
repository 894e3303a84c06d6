// POST /api/users/login
import { signInSchema } from "~/features/users/schema.server";
import { signIn } from "~/features/users/users.server";
import { api, open } from "~/http/api.server";
import { welcome } from "~/http/welcome.server";

export const { loader, action } = api({
  POST: open({ body: signInSchema }, async ({ app, request, body }) =>
    welcome(app, request, await signIn(app, body), { status: 200, message: "Login successful" }),
  ),
});
