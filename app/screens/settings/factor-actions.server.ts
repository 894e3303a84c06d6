// Actions of the two-factor forms in Settings.
import { nameSchema } from "~/features/passkeys/schema.server";
import { renamePasskey } from "~/features/passkeys/passkeys.server";
import { keptSchema, ownPasswordSchema, ownProofSchema } from "~/features/second-factor/schema.server";
import {
  addPasskey,
  beginAdding,
  beginSetUp,
  keepCodes,
  type OwnProof,
  removePasskey,
  renewCodes,
  switchOff,
  switchOn,
} from "~/features/second-factor/second-factor.server";
import { browserNameOf } from "~/features/sessions/sessions.server";
import { isAppError } from "~/ground/errors";
import { addressOf } from "~/http/session/client-address.server";
import { readAnswer } from "~/http/session/passkey.server";
import { validate } from "~/http/api/validate.server";
import { type Actions, field, type FormAction, requirePerson } from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { factorIntents } from "~/screens/forms/intents";

function readProof(formAction: FormAction): OwnProof {
  const { form, request } = formAction;
  const { sessionId } = requirePerson(formAction);
  const from = { address: addressOf(request), sessionId };
  const typed = Object.fromEntries(form);
  const passkey = readAnswer(form);
  if (passkey === null) return { ...validate(ownProofSchema, typed, "form"), ...from };
  return { ...validate(ownPasswordSchema, typed, "form"), passkey, ...from };
}

function readFirstProof(formAction: FormAction) {
  const { form, request } = formAction;
  if (form.has("code") || form.has("passkey")) return readProof(formAction);
  const { sessionId } = requirePerson(formAction);
  return { ...validate(ownPasswordSchema, Object.fromEntries(form), "form"), address: addressOf(request), sessionId };
}

const backTo = (formAction: FormAction, step: string | null): string =>
  hrefWith(formAction.url, { step, passkey: null });

export const factorActions: Actions<Omit<typeof factorIntents, "second-step">> = {
  async "set-up-factor"(formAction) {
    const { user } = requirePerson(formAction);
    const proof = formAction.form.has("password") ? readProof(formAction) : null;
    try {
      await beginSetUp(formAction.app, user, proof);
    } catch (error) {
      const isMissing = proof === null && isAppError(error) && error.code === "second_factor_required";
      if (!isMissing) throw error;
      return { to: backTo(formAction, "begin"), message: null };
    }
    return { to: backTo(formAction, "set-up"), message: null };
  },

  async "switch-on-factor"(formAction) {
    const { user } = requirePerson(formAction);
    const isFirst = await switchOn(formAction.app, user, readProof(formAction));
    if (isFirst) return { to: backTo(formAction, "codes"), message: null };
    return { to: backTo(formAction, null), message: "Authenticator app added" };
  },

  async "renew-codes"(formAction) {
    const { user } = requirePerson(formAction);
    await renewCodes(formAction.app, user, readProof(formAction));
    return { to: backTo(formAction, "codes"), message: null };
  },

  async "switch-off-factor"(formAction) {
    const { user } = requirePerson(formAction);
    await switchOff(formAction.app, user, readProof(formAction));
    return { to: backTo(formAction, null), message: "Authenticator app removed" };
  },

  async "keep-codes"(formAction) {
    const { user } = requirePerson(formAction);
    validate(keptSchema, Object.fromEntries(formAction.form), "form");
    await keepCodes(formAction.app, user.id);
    return { to: backTo(formAction, null), message: "Recovery codes saved" };
  },

  // Called twice: first to prove who it is, then with the new passkey.
  async "add-passkey"(formAction) {
    const { app, form, request } = formAction;
    const asking = requirePerson(formAction);
    if (!form.has("name")) {
      await beginAdding(app, asking, readFirstProof(formAction));
      return { to: backTo(formAction, "new-passkey"), message: null };
    }
    const { name } = validate(nameSchema, Object.fromEntries(form), "form");
    const from = { address: addressOf(request), browser: browserNameOf(request.headers.get("user-agent")) };
    const isFirst = await addPasskey(app, asking, { answer: readAnswer(form) ?? "", name, from });
    if (isFirst) return { to: backTo(formAction, "codes"), message: null };
    return { to: backTo(formAction, null), message: "Passkey added" };
  },

  async "rename-passkey"(formAction) {
    const { user } = requirePerson(formAction);
    const { name } = validate(nameSchema, Object.fromEntries(formAction.form), "form");
    await renamePasskey(formAction.app, user.id, { id: field(formAction, "id"), name });
    return { to: backTo(formAction, null), message: "Passkey renamed" };
  },

  async "remove-passkey"(formAction) {
    const { user } = requirePerson(formAction);
    await removePasskey(formAction.app, user, field(formAction, "id"), readProof(formAction));
    return { to: backTo(formAction, null), message: "Passkey removed" };
  },
};
