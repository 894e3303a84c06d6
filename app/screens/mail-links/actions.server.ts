// Actions of the pages opened from email links; the user needn't be signed in.
import { startAlerts } from "~/features/alerts/alerts.server";
import { type AuditEvent, logAudit } from "~/features/audit/audit.server";
import { choosePassword, confirmAddress, signInByLink } from "~/features/mail-links/mail-links.server";
import { choosePasswordSchema, keepPasswordSchema, useLinkSchema } from "~/features/mail-links/schema.server";
import { disableAllOf } from "~/features/webhooks/webhooks.server";
import { addressOf } from "~/http/session/client-address.server";
import { validate } from "~/http/api/validate.server";
import type { Actions } from "~/screens/forms/form-action.server";
import { admit } from "~/screens/frame/admit.server";
import type { linkIntents } from "~/screens/forms/intents";
import type { Transaction } from "~db/database.server";

export const linkActions: Actions<typeof linkIntents> = {
  async "choose-password"(formAction) {
    const { app, form, request } = formAction;
    const kept = keepPasswordSchema.safeParse(Object.fromEntries(form));
    if (kept.success) return admit(formAction, await signInByLink(app, kept.data.token, addressOf(request)));
    const typed = validate(choosePasswordSchema, Object.fromEntries(form), "form");
    const { token, newPassword, endsPrograms } = typed;
    const address = addressOf(request);
    let ended: AuditEvent[] = [];
    const endPrograms = async (trx: Transaction, userId: string) => {
      ended = await disableAllOf(trx, app, { userId, address });
    };
    await choosePassword(app, token, newPassword, { address, ...(endsPrograms && { endPrograms }) });
    for (const event of ended) logAudit(app, event);
    return { to: "/generate?panel=login", message: "Password changed. Sign in with your new password." };
  },

  async "confirm-address"({ app, form }) {
    const { token } = validate(useLinkSchema, Object.fromEntries(form), "form");
    await confirmAddress(app, token, (trx, userId) => startAlerts(trx, app, userId));
    return { to: "/settings/alerts", message: "Email confirmed" };
  },
};
