// POST /api/users/login
import { signIn } from "~/features/users/users.server";
import { api, serve } from "~/http/api.server";
import { login } from "~/http/contract/users.server";
import { addressOf } from "~/http/address.server";
import { welcome } from "~/http/welcome.server";

export const { loader, action } = api(
  serve(login, async (call) => ({
    message: "Login successful",
    ...(await welcome(call, await signIn(call.app, call.body, addressOf(call.request)))),
  })),
);
