// POST /api/users/register
import { register } from "~/features/users/users.server";
import { api, serve } from "~/http/api.server";
import { register as contract } from "~/http/contract/users.server";
import { welcome } from "~/http/welcome.server";

export const { loader, action } = api(
  serve(contract, async (call) => ({
    message: "Registration successful",
    ...(await welcome(call, await register(call.app, call.body))),
  })),
);
