// Sets up remix-auth's form strategy for signing in and for registering.
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
    // An unchanged time zone field is only the browser's guess.
    const set = timezone === timezoneGuess ? guessTimezone : setTimezone;
    if (timezone !== undefined) await set(getApp(), admitted.user.id, timezone);
    return admitted;
  }),
  "registration",
);

/** Throws AppError. The body must be size-checked already, because FormStrategy reads all of it. */
export const authenticate = (strategy: "password" | "registration", request: Request): Promise<Admitted> =>
  authenticator.authenticate(strategy, request);
