// remix-auth with its form strategy: the two ways a form makes a person known.
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { getApp } from "~/app.server";
import { createAccountSchema, signInSchema } from "~/features/users/schema.server";
import { guessTimezone } from "~/features/scheduling/scheduling.server";
import { registerInvited } from "~/features/invitations/invitations.server";
import { type Admitted, register, setTimezone, signIn } from "~/features/users/users.server";
import { addressOf } from "~/http/session/client-address.server";
import { readOwnBrowser } from "~/http/session/own-browser.server";
import { validate } from "~/http/api/validate.server";

const authenticator = new Authenticator<Admitted>();

authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const ask = validate(signInSchema, Object.fromEntries(form), "form");
    return signIn(getApp(), ask, addressOf(request), await readOwnBrowser(getApp(), request));
  }),
  "password",
);
authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const { timezone, timezoneGuess, invitation, ...ask } = validate(
      createAccountSchema,
      Object.fromEntries(form),
      "form",
    );
    const address = addressOf(request);
    const admitted =
      invitation === undefined
        ? await register(getApp(), ask, address)
        : await registerInvited(getApp(), invitation, ask, address);
    // What was left as the browser had it is its guess.
    const set = timezone === timezoneGuess ? guessTimezone : setTimezone;
    if (timezone !== undefined) await set(getApp(), admitted.user.id, timezone);
    return admitted;
  }),
  "registration",
);

/** Throws AppError as features/users does. The request's body must be bounded already (FormStrategy reads it whole). */
export const authenticate = (strategy: "password" | "registration", request: Request): Promise<Admitted> =>
  authenticator.authenticate(strategy, request);
