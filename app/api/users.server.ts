// People over the API: signing up and in, and their time zone.
import { listAtNight } from "~/features/publishing/publishing.server";
import { register, setTimezone, signIn } from "~/features/users/users.server";
import { addressOf } from "~/http/address.server";
import { serve } from "~/http/api.server";
import * as contract from "~/http/contract/users.server";
import { welcome } from "~/http/welcome.server";

export const users = [
  serve(contract.register, async (call) => ({
    message: "Registration successful",
    ...(await welcome(call, await register(call.app, call.body))),
  })),
  serve(contract.login, async (call) => ({
    message: "Login successful",
    ...(await welcome(call, await signIn(call.app, call.body, addressOf(call.request)))),
  })),
  serve(contract.setTimezone, async ({ app, user, query }) => {
    const timezone = await setTimezone(app, user.id, query.timezone, { chosen: query.chosen });
    const nightly = await listAtNight(app, user.id, timezone);
    return { data: { timezone, now_at_night: nightly.map(({ id }) => id) } };
  }),
];
