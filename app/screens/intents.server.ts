// What every screen's forms can mean, whichever screen they stand on: sign in and out, accounts, settings.
import { AppError } from "~/errors";
import { setDefault } from "~/features/accounts/accounts.server";
import { pauseAccount, resumeAccount, unlink } from "~/features/publishing/publishing.server";
import { setTimezone } from "~/features/users/users.server";
import { type Act, type Done, field, type Intents, requirePerson } from "./act.server";
import { here } from "./here";
import { authenticate } from "./authenticator.server";
import { signInBrowser, signOutBrowser } from "~/http/session.server";
import { isTheme, writeTheme } from "./theme.server";

async function enter(act: Act, strategy: "sign-in" | "create-account"): Promise<Done> {
  const user = await authenticate(strategy, act.request);
  const { setCookie } = await signInBrowser(act.app, act.request, user);
  return { to: here(act.url, { panel: "success" }), headers: { "Set-Cookie": setCookie } };
}

export const common: Intents = {
  "sign-in": (act) => enter(act, "sign-in"),
  "create-account": (act) => enter(act, "create-account"),

  async "sign-out"(act) {
    const setCookie = await signOutBrowser(act.app, act.request);
    return { to: here(act.url, { panel: null }), headers: { "Set-Cookie": setCookie } };
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
    return { to: here(act.url, { unlink: null, panel: "sidebar" }) };
  },

  async "set-timezone"(act) {
    await setTimezone(act.app, requirePerson(act).user.id, field(act, "timezone"));
    return { said: "Time zone saved" };
  },

  async "set-theme"(act) {
    const theme = field(act, "theme");
    if (!isTheme(theme)) throw new AppError("invalid", "Please choose system, light or dark");
    return { headers: { "Set-Cookie": await writeTheme(theme) }, said: "Theme saved" };
  },
};
