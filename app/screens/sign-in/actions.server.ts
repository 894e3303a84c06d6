// Actions of two-factor authentication at sign-in.
import { finishSignIn } from "~/features/second-factor/second-factor.server";
import { secondStepSchema } from "~/features/second-factor/schema.server";
import { messages } from "~/features/second-factor/factor";
import { AppError } from "~/ground/errors";
import { validate } from "~/http/api/validate.server";
import { addressOf } from "~/http/session/client-address.server";
import { readAnswer } from "~/http/session/passkey.server";
import { addTrusted, clearWaiting, readWaiting } from "~/http/session/second-step.server";
import { readOwnBrowser } from "~/http/session/own-browser.server";
import { signInBrowser } from "~/http/session/session.server";
import type { Actions } from "~/screens/forms/form-action.server";
import type { factorIntents } from "~/screens/forms/intents";

export const signInActions: Actions<Pick<typeof factorIntents, "second-step">> = {
  async "second-step"({ app, request, form }) {
    const waiting = await readWaiting(app, request);
    if (!waiting) throw new AppError("not_found", messages.over);
    const passkey = readAnswer(form);
    const shown = passkey === null ? validate(secondStepSchema, Object.fromEntries(form), "form") : { passkey };
    const browserId = await readOwnBrowser(app, request);
    const ask = { waitingId: waiting.id, trust: form.get("trust") === "on", browserId, ...shown };
    const { admitted, trustedId } = await finishSignIn(app, ask, addressOf(request));
    const { headers } = await signInBrowser(app, request, admitted);
    headers.append("Set-Cookie", await clearWaiting(app));
    if (trustedId !== null) headers.append("Set-Cookie", await addTrusted(app, request, trustedId));
    return { to: waiting.to, headers, message: null };
  },
};
