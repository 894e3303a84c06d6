// What every screen's forms can mean, whichever screen they stand on: sign in and out, accounts, settings, leaving.
import { AppError } from "~/errors";
import { setDefault } from "~/features/accounts/accounts.server";
import { drawAnew, listAtNight, pauseAccount, resumeAccount, unlink } from "~/features/publishing/publishing.server";
import { leave } from "~/features/leaving/leaving.server";
import { changePasswordSchema, leaveSchema } from "~/features/users/schema.server";
import { changePassword, setTimezone, signOutEverywhere } from "~/features/users/users.server";
import { addressOf } from "~/http/address.server";
import { validate } from "~/http/validate.server";
import { type Act, type Done, field, type Intents, requirePerson } from "./act.server";
import { here } from "./here";
import { authenticate } from "./authenticator.server";
import { signInBrowser, signOutBrowser } from "~/http/session.server";
import { isTheme, writeTheme } from "./theme.server";

async function enter(act: Act, strategy: "sign-in" | "create-account"): Promise<Done> {
  const { setCookie } = await signInBrowser(act.app, act.request, await authenticate(strategy, act.request));
  return { to: here(act.url, { panel: "success" }), headers: { "Set-Cookie": setCookie }, said: null };
}

export const common: Intents = {
  "sign-in": (act) => enter(act, "sign-in"),
  "create-account": (act) => enter(act, "create-account"),

  async "sign-out"(act) {
    const setCookie = await signOutBrowser(act.app, act.request);
    return { to: here(act.url, { panel: null }), headers: { "Set-Cookie": setCookie }, said: "You are signed out" };
  },

  async "sign-out-everywhere"(act) {
    await signOutEverywhere(act.app, requirePerson(act).user.id);
    const setCookie = await signOutBrowser(act.app, act.request);
    return {
      to: here(act.url, { panel: "login" }),
      headers: { "Set-Cookie": setCookie },
      said: "You are signed out in every browser",
    };
  },

  async "change-password"(act) {
    const { user } = requirePerson(act);
    const ask = validate(changePasswordSchema, Object.fromEntries(act.form), "form");
    const changed = await changePassword(act.app, user, ask, addressOf(act.request));
    const { setCookie } = await signInBrowser(act.app, act.request, changed);
    return { to: here(act.url, { panel: "password-changed" }), headers: { "Set-Cookie": setCookie }, said: null };
  },

  async "delete-my-account"(act) {
    const { user } = requirePerson(act);
    const { password } = validate(leaveSchema, Object.fromEntries(act.form), "form");
    await leave(act.app, user.id, { password, address: addressOf(act.request) });
    const setCookie = await signOutBrowser(act.app, act.request);
    // Not where it was asked: that may be the address of something that is gone.
    return { to: "/generate?panel=left", headers: { "Set-Cookie": setCookie }, said: null };
  },

  async "set-default"(act) {
    await setDefault(act.app, requirePerson(act).user.id, field(act, "accountId"));
    return { said: "Default account changed" };
  },

  async "pause-account"(act) {
    await pauseAccount(act.app, requirePerson(act).user.id, field(act, "accountId"));
    return { said: "Account paused" };
  },

  async "resume-account"(act) {
    await resumeAccount(act.app, requirePerson(act).user.id, field(act, "accountId"));
    return { said: "Account resumed" };
  },

  async "delete-account-link"(act) {
    await unlink(act.app, requirePerson(act).user.id, field(act, "accountId"));
    return { to: here(act.url, { unlink: null, panel: "sidebar" }), said: "The account is no longer linked" };
  },

  async "set-timezone"(act) {
    const { id } = requirePerson(act).user;
    const timezone = await setTimezone(act.app, id, field(act, "timezone"));
    const nightly = await listAtNight(act.app, id, timezone);
    return { ...(nightly.length > 0 && { to: here(act.url, { panel: "night" }) }), said: "Time zone saved" };
  },

  async "draw-anew"(act) {
    const { id, timezone } = requirePerson(act).user;
    const count = await drawAnew(act.app, id, timezone);
    return { said: count === 1 ? "1 new moment is drawn" : `${count} new moments are drawn` };
  },

  async "set-theme"(act) {
    const theme = field(act, "theme");
    if (!isTheme(theme)) throw new AppError("invalid", "Please choose system, light or dark");
    return { headers: { "Set-Cookie": await writeTheme(theme, act.app.config) }, said: "Theme saved" };
  },
};
