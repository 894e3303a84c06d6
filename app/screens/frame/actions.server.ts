// Actions of the forms that are on every screen: signing in and out, accounts, settings.
import { AppError } from "~/ground/errors";
import { setDefault } from "~/features/accounts/accounts.server";
import { askForPassword } from "~/features/mail-links/mail-links.server";
import { forgotSchema } from "~/features/mail-links/schema.server";
import { rescheduleAtNight, listAtNight } from "~/features/scheduling/scheduling.server";
import { pauseAccount, resumeAccount, unlink } from "~/features/publishing/publishing.server";
import { signInWithPasskey } from "~/features/second-factor/second-factor.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { changePasswordSchema, leaveSchema } from "~/features/users/schema.server";
import { changePassword, setPreferences, setTimezone, signOutEverywhere } from "~/features/users/users.server";
import { addressOf } from "~/http/session/client-address.server";
import { validate } from "~/http/api/validate.server";
import { type Actions, field, requirePerson } from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { frameIntents } from "~/screens/forms/intents";
import { admit, enter, noteTyped } from "./admit.server";
import { authenticate } from "./authenticator.server";
import { readSignInAnswer } from "~/http/session/passkey.server";
import { signInBrowser, signOutBrowser } from "~/http/session/session.server";
import { isTheme, writeTheme } from "~/screens/forms/theme.server";

export const frameActions: Actions<typeof frameIntents> = {
  async "sign-in"(formAction) {
    const { app, form, request } = formAction;
    if (!form.has("passkey")) return admit(formAction, await authenticate("password", request));
    const answer = await readSignInAnswer(app, request, form);
    return enter(formAction, await signInWithPasskey(app, answer, addressOf(request)));
  },

  "create-account": async (formAction) => enter(formAction, await authenticate("registration", formAction.request)),

  async "forgot-password"(formAction) {
    const { email } = validate(forgotSchema, Object.fromEntries(formAction.form), "form");
    await askForPassword(formAction.app, email, addressOf(formAction.request));
    return { to: hrefWith(formAction.url, { panel: "forgot-sent" }), message: null };
  },

  async "sign-out"(formAction) {
    const setCookie = await signOutBrowser(formAction.app, formAction.request);
    return {
      to: hrefWith(formAction.url, { panel: null }),
      headers: { "Set-Cookie": setCookie },
      message: "Signed out",
    };
  },

  async "sign-out-everywhere"(formAction) {
    const revokesKeys = field(formAction, "revokesKeys") === "on";
    const { id } = requirePerson(formAction).user;
    await signOutEverywhere(formAction.app, id, { address: addressOf(formAction.request), revokesKeys });
    const setCookie = await signOutBrowser(formAction.app, formAction.request);
    return {
      to: hrefWith(formAction.url, { panel: "login" }),
      headers: { "Set-Cookie": setCookie },
      message: "Signed out of every browser",
    };
  },

  async "change-password"(formAction) {
    const { user, sessionId } = requirePerson(formAction);
    const ask = validate(changePasswordSchema, Object.fromEntries(formAction.form), "form");
    const changed = await changePassword(formAction.app, user, ask, addressOf(formAction.request), sessionId);
    const { headers } = await signInBrowser(formAction.app, formAction.request, changed);
    await noteTyped(formAction, headers, "newPassword");
    return { to: hrefWith(formAction.url, { panel: "password-changed" }), headers, message: null };
  },

  async "delete-my-account"(formAction) {
    const { user, sessionId } = requirePerson(formAction);
    const { password } = validate(leaveSchema, Object.fromEntries(formAction.form), "form");
    await leave(formAction.app, user.id, { password, address: addressOf(formAction.request), sessionId });
    const setCookie = await signOutBrowser(formAction.app, formAction.request);
    return { to: "/generate?panel=left", headers: { "Set-Cookie": setCookie }, message: null };
  },

  async "set-default"(formAction) {
    await setDefault(formAction.app, requirePerson(formAction).user.id, field(formAction, "accountId"));
    return { message: "Default account changed" };
  },

  async "pause-account"(formAction) {
    await pauseAccount(formAction.app, requirePerson(formAction).user.id, field(formAction, "accountId"));
    return { message: "Account paused" };
  },

  async "resume-account"(formAction) {
    await resumeAccount(formAction.app, requirePerson(formAction).user.id, field(formAction, "accountId"));
    return { message: "Account resumed" };
  },

  async "delete-account-link"(formAction) {
    const { id } = requirePerson(formAction).user;
    await unlink(formAction.app, id, field(formAction, "accountId"), addressOf(formAction.request));
    return {
      to: hrefWith(formAction.url, { unlink: null, panel: "sidebar" }),
      message: "Account disconnected",
    };
  },

  async "set-timezone"(formAction) {
    const { id } = requirePerson(formAction).user;
    const timezone = await setTimezone(formAction.app, id, field(formAction, "timezone"));
    const nightly = await listAtNight(formAction.app, id, timezone);
    return {
      ...(nightly.length > 0 && { to: hrefWith(formAction.url, { panel: "night" }) }),
      message: "Time zone saved",
    };
  },

  async "draw-anew"(formAction) {
    const { id, timezone } = requirePerson(formAction).user;
    const count = await rescheduleAtNight(formAction.app, id, timezone);
    return { message: count === 1 ? "1 tweet rescheduled" : `${count} tweets rescheduled` };
  },

  async "set-preferences"(formAction) {
    const is = (name: string) => field(formAction, name) === "on";
    const preferences = { undoEnabled: is("waitsToPost"), shortcutsEnabled: is("hasKeys") };
    await setPreferences(formAction.app, requirePerson(formAction).user.id, preferences);
    return { message: "Saved" };
  },

  async "set-theme"(formAction) {
    const theme = field(formAction, "theme");
    if (!isTheme(theme)) throw new AppError("invalid", "Choose system, light or dark.");
    return { headers: { "Set-Cookie": await writeTheme(theme, formAction.app.config) }, message: "Theme saved" };
  },
};
