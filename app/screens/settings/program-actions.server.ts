// Actions of /settings/programs. A new key is shown once, on the page that they return.
import { z } from "zod";
import { keepHeldKeys, type KeyProof, makeKey, revokeKey, rotateKey } from "~/features/api-keys/api-keys.server";
import { createKeySchema, formOverlapSchema } from "~/features/api-keys/schema.server";
import { ownPasswordSchema } from "~/features/second-factor/schema.server";
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import { days } from "~/ground/time/duration";
import { validate } from "~/http/api/validate.server";
import { addressOf } from "~/http/session/client-address.server";
import { readAnswer } from "~/http/session/passkey.server";
import {
  type Actions,
  field,
  type FormAction,
  type FormAnswer,
  requirePerson,
} from "~/screens/forms/form-action.server";
import type { programIntents } from "~/screens/forms/intents";
import { hrefWith } from "~/screens/forms/href-with";
import { manageWebhooks } from "./webhook-actions.server";

const passwordOf = ({ form }: FormAction) => (form.has("password") ? ownPasswordSchema : z.object({}));

function proofOf(formAction: FormAction): KeyProof {
  const { sessionId } = requirePerson(formAction);
  const from = { password: field(formAction, "password"), address: addressOf(formAction.request), sessionId };
  const passkey = readAnswer(formAction.form);
  if (passkey !== null) return { ...from, passkey };
  const code = field(formAction, "code").trim();
  return code === "" ? from : { ...from, code };
}

export const programActions: Actions<typeof programIntents> = {
  async "create-key"(formAction) {
    const { app, form } = formAction;
    const { user } = requirePerson(formAction);
    const typed = { ...Object.fromEntries(form), scope: form.getAll("scope") };
    const ask = validate(createKeySchema.extend(passwordOf(formAction).shape), typed, "form");
    const expiresAt = ask.expires === "never" ? null : app.clock.now() + days(Number(ask.expires));
    const { name, scope: scopes, agentsOnly: audience } = ask;
    const made = await makeKey(app, user, { name, scopes, audience, expiresAt }, proofOf(formAction));
    return {
      values: { shown: made.key, name: made.name },
      message: "Key created. Copy it now. You won’t see it again.",
    };
  },

  async "change-key"(formAction) {
    const { user } = requirePerson(formAction);
    const run = changes.get(field(formAction, "do"));
    if (!run) throw new AppError("invalid", formMessages.unknown);
    return run(formAction, user.id);
  },

  "keep-webhooks": manageWebhooks,
};

const idOf = (formAction: FormAction): number => {
  const id = field(formAction, "key");
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
};

const closed = ({ url }: FormAction): string => hrefWith(url, { step: null, key: null });

type Change = (formAction: FormAction, userId: string) => Promise<FormAnswer>;

const byName: Record<string, Change> = {
  async keep({ app, request }, userId) {
    const count = await keepHeldKeys(app, userId, addressOf(request));
    return { message: count === 1 ? "1 key re-enabled" : `${count} keys re-enabled` };
  },

  async revoke(formAction, userId) {
    const { app, request } = formAction;
    const name = await revokeKey(app, { userId, id: idOf(formAction) }, addressOf(request));
    return { to: closed(formAction), message: `Revoked: ${name}` };
  },

  async rotate(formAction) {
    const { user } = requirePerson(formAction);
    const typed = Object.fromEntries(formAction.form);
    const { overlap } = validate(formOverlapSchema.extend(passwordOf(formAction).shape), typed, "form");
    const ask = { id: idOf(formAction), overlapHours: overlap };
    const made = await rotateKey(formAction.app, user, ask, proofOf(formAction));
    return {
      values: { shown: made.key, name: made.name },
      message: "Key rotated. Copy it now. You won’t see it again.",
    };
  },
};
const changes = new Map(Object.entries(byName));
