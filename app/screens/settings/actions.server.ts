// What the forms of /settings mean.
import { type AlertPreferences, alertKinds, sendTestMail, setAlertPreferences } from "~/features/alerts/alerts.server";
import { askToConfirm } from "~/features/mail-links/mail-links.server";
import { type Actions, field, requirePerson } from "~/screens/forms/form-action.server";
import type { settingsIntents } from "~/screens/forms/intents";

export const settingsActions: Actions<typeof settingsIntents> = {
  async "ask-to-confirm"(formAction) {
    const { user } = requirePerson(formAction);
    await askToConfirm(formAction.app, user);
    return { message: `A link is on its way to ${user.email}` };
  },

  async "send-test-mail"(formAction) {
    const address = await sendTestMail(formAction.app, requirePerson(formAction).user.id);
    return { message: `A test is sent to ${address}` };
  },

  async "choose-alerts"(formAction) {
    const chosen = alertKinds.map((kind) => [kind, field(formAction, kind) === "on"]);
    const preferences = Object.fromEntries(chosen) as AlertPreferences;
    await setAlertPreferences(formAction.app, requirePerson(formAction).user.id, preferences);
    return { message: "Alerts saved" };
  },
};
