// What the forms of the second step in Settings mean.
import { keptSchema, ownProofSchema } from "~/features/second-factor/schema.server";
import { beginSetUp, keepCodes, renewCodes, switchOff, switchOn } from "~/features/second-factor/second-factor.server";
import { addressOf } from "~/http/session/client-address.server";
import { validate } from "~/http/api/validate.server";
import { type Actions, type FormAction, requirePerson } from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { factorIntents } from "~/screens/forms/intents";

function readProof({ form, request }: FormAction) {
  return { ...validate(ownProofSchema, Object.fromEntries(form), "form"), address: addressOf(request) };
}

export const factorActions: Actions<Omit<typeof factorIntents, "second-step">> = {
  async "set-up-factor"(formAction) {
    await beginSetUp(formAction.app, requirePerson(formAction).user);
    return { to: hrefWith(formAction.url, { step: "set-up" }), message: null };
  },

  async "switch-on-factor"(formAction) {
    const { user } = requirePerson(formAction);
    await switchOn(formAction.app, user, readProof(formAction));
    return { to: hrefWith(formAction.url, { step: "codes" }), message: null };
  },

  async "renew-codes"(formAction) {
    const { user } = requirePerson(formAction);
    await renewCodes(formAction.app, user, readProof(formAction));
    return { to: hrefWith(formAction.url, { step: "codes" }), message: null };
  },

  async "switch-off-factor"(formAction) {
    const { user } = requirePerson(formAction);
    await switchOff(formAction.app, user, readProof(formAction));
    return { to: hrefWith(formAction.url, { step: null }), message: "The authenticator app is removed" };
  },

  async "keep-codes"(formAction) {
    const { user } = requirePerson(formAction);
    validate(keptSchema, Object.fromEntries(formAction.form), "form");
    await keepCodes(formAction.app, user.id);
    return { to: hrefWith(formAction.url, { step: null }), message: "Recovery codes kept" };
  },
};
