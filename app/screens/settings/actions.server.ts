// Actions of the forms of /settings.
import { type AlertPreferences, alertKinds, sendTestMail, setAlertPreferences } from "~/features/alerts/alerts.server";
import { endOtherSessions, endSession } from "~/features/sessions/sessions.server";
import { askToConfirm } from "~/features/mail-links/mail-links.server";
import { removeIdentity } from "~/features/single-sign-on/single-sign-on.server";
import { ownPasswordSchema } from "~/features/users/schema.server";
import { proveByPassword } from "~/features/users/users.server";
import { validate } from "~/http/api/validate.server";
import { addressOf } from "~/http/session/client-address.server";
import { readOwnBrowser } from "~/http/session/own-browser.server";
import { type Actions, field, requirePerson } from "~/screens/forms/form-action.server";
import type { settingsIntents } from "~/screens/forms/intents";

export const settingsActions: Actions<typeof settingsIntents> = {
  async "ask-to-confirm"(formAction) {
    const { user } = requirePerson(formAction);
    await askToConfirm(formAction.app, user);
    return { message: `Sending a confirmation email to ${user.email}` };
  },

  async "send-test-mail"(formAction) {
    const address = await sendTestMail(formAction.app, requirePerson(formAction).user.id);
    return { message: `Test email sent to ${address}` };
  },

  async "choose-alerts"(formAction) {
    const chosen = alertKinds.map((kind) => [kind, field(formAction, kind) === "on"]);
    const preferences = Object.fromEntries(chosen) as AlertPreferences;
    await setAlertPreferences(formAction.app, requirePerson(formAction).user.id, preferences);
    return { message: "Notifications saved" };
  },

  async "end-session"(formAction) {
    const { app, request } = formAction;
    const { user, sessionId } = requirePerson(formAction);
    const ask = { handle: field(formAction, "session"), address: addressOf(request) };
    return { message: `Signed out: ${await endSession(app, { userId: user.id, sessionId }, ask)}` };
  },

  async "end-other-sessions"(formAction) {
    const { app, request } = formAction;
    const { user, sessionId } = requirePerson(formAction);
    const browserId = await readOwnBrowser(app, request);
    const count = await endOtherSessions(app, { userId: user.id, sessionId }, addressOf(request), browserId);
    return { message: count === 1 ? "Signed out 1 other browser" : `Signed out ${count} other browsers` };
  },

  async "prove-password"(formAction) {
    const { app, request, form } = formAction;
    const { user, sessionId } = requirePerson(formAction);
    const { password } = validate(ownPasswordSchema, Object.fromEntries(form), "form");
    await proveByPassword(app, { userId: user.id, sessionId }, { password, address: addressOf(request) });
    return { message: "Confirmed. Valid for 5 minutes." };
  },

  async "remove-identity"(formAction) {
    const { app, request } = formAction;
    const { user, sessionId } = requirePerson(formAction);
    const ask = { id: field(formAction, "identity"), address: addressOf(request) };
    await removeIdentity(app, { userId: user.id, sessionId }, ask);
    return { message: "Sign-in method removed" };
  },
};
