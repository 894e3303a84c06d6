// POST /api/users/register
import { registerSchema } from "~/features/users/schema.server";
import { register } from "~/features/users/users.server";
import { api, open } from "~/http/api.server";
import { welcome } from "~/http/welcome.server";

export const { loader, action } = api({
  POST: open({ body: registerSchema }, async ({ app, request, body }) =>
    welcome(app, request, await register(app, body), { status: 201, message: "Registration successful" }),
  ),
});
