// API handlers for registration, sign-in, time zones and spending limits.
import { readSpending, setShare } from "~/features/people/people.server";
import { guessTimezone, listAtNight } from "~/features/scheduling/scheduling.server";
import { type Spending } from "~/features/spending/spending.server";
import { signInWithCode } from "~/features/second-factor/second-factor.server";
import type { ApiSignIn } from "~/features/second-factor/schema.server";
import {
  type Admitted,
  refusalOfAll,
  refusalOfRegistration,
  register,
  setTimezone,
} from "~/features/users/users.server";
import type { AppError } from "~/ground/errors";
import { addressOf } from "~/http/session/client-address.server";
import { readOwnBrowser } from "~/http/session/own-browser.server";
import { type Call, serve } from "~/http/api/api.server";
import * as spending from "~/http/contract/programs/spending.server";
import * as contract from "~/http/contract/users.server";
import { signInResponse } from "~/http/api/sign-in-response.server";

function refuseKnown(refusal: AppError | null): void {
  if (refusal) throw refusal;
}

async function logIn({ app, request, body }: Pick<Call, "app" | "request"> & { body: ApiSignIn }): Promise<Admitted> {
  return signInWithCode(app, body, addressOf(request), await readOwnBrowser(app, request));
}

export const users = [
  serve(
    contract.register,
    async (call) => ({
      message: "Registration successful",
      ...(await signInResponse(call, await register(call.app, call.body, addressOf(call.request)))),
    }),
    (app, request) => refuseKnown(refusalOfRegistration(app, addressOf(request))),
  ),
  serve(
    contract.login,
    async (call) => ({
      message: "Login successful",
      ...(await signInResponse(call, await logIn(call))),
    }),
    // Refuses floods of sign-ins cheaply, before the body is read. Known browsers have separate limits.
    async (app, request) => {
      if ((await readOwnBrowser(app, request)) === null) refuseKnown(refusalOfAll(app, addressOf(request)));
    },
  ),
  serve(contract.setTimezone, async ({ app, user, query }) => {
    const set = query.chosen ? setTimezone : guessTimezone;
    const timezone = await set(app, user.id, query.timezone);
    const nightly = await listAtNight(app, user.id, timezone);
    return { data: { timezone, now_at_night: nightly.map(({ id }) => id) } };
  }),
  serve(spending.list, async ({ app, user }) => {
    const people = await readSpending(app, user);
    const { dailySpendLimit } = app.config;
    return { data: { limit_usd: dailySpendLimit === 0 ? null : dailySpendLimit, people: people.map(toSpending) } };
  }),
  serve(spending.setShare, async ({ app, user, body }) => {
    await setShare(app, body.person_id, body.share_usd, user);
    return { data: body };
  }),
];

const toSpending = ({ userId, email, spentMicros, shareMicros, setMicros }: Spending) => ({
  person_id: userId,
  email,
  spent_usd: spentMicros / 1_000_000,
  share_usd: shareMicros === Infinity ? null : shareMicros / 1_000_000,
  is_set: setMicros !== null,
});
