// What every screen needs to know: who is here, their accounts, and what this server really does with a post.
import type { App } from "~/app.server";
import { type Account, isLinkFailure, linkFailures } from "~/features/accounts/account";
import { listAccounts } from "~/features/accounts/accounts.server";
import { nextTweetAt } from "~/features/publishing/publishing.server";
import { isRegistrationOpen } from "~/features/users/users.server";
import { clockTime, dayLabel } from "~/zone";
import { findSignedIn } from "~/http/session.server";
import { readTheme, type Theme } from "./theme.server";

export interface ScreenData {
  user: { id: string; email: string; timezone: string } | null;
  accounts: Account[];
  theme: Theme;
  sandbox: boolean;
  demoWriter: boolean;
  registrationOpen: boolean;
  /** "today, 20:42", of the person's next scheduled tweet. */
  nextTweet: string | null;
  apiEndpoint: string;
  /** The zones to choose from; only where Settings is open, since they are many. */
  timezones: string[];
  /** What the way back from the network has to say, from the URL. */
  linked: { ok: boolean; text: string } | null;
}

export async function loadScreen(app: App, request: Request): Promise<ScreenData> {
  const url = new URL(request.url);
  const signedIn = await findSignedIn(app, request);
  const user = signedIn?.user ?? null;
  const next = user ? await nextTweetAt(app, user.id) : null;
  return {
    user: user && { id: user.id, email: user.email, timezone: user.timezone },
    accounts: user ? await listAccounts(app, user.id) : [],
    theme: await readTheme(request),
    sandbox: app.network.kind === "sandbox",
    demoWriter: app.ai.kind === "demo",
    registrationOpen: user !== null || (await isRegistrationOpen(app)),
    nextTweet:
      user && next !== null
        ? `${dayLabel(next, user.timezone, app.clock.now()).toLowerCase()}, ${clockTime(next, user.timezone)}`
        : null,
    apiEndpoint: app.config.appOrigin,
    timezones: url.searchParams.get("panel") === "settings" ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : [],
    linked: readLinked(app, url),
  };
}

function readLinked(app: App, url: URL): ScreenData["linked"] {
  const error = url.searchParams.get("twitter_error");
  if (error !== null) {
    const known = isLinkFailure(error) ? linkFailures[error] : linkFailures.refused;
    return { ok: false, text: `授权失败: ${known}` };
  }
  if (url.searchParams.get("twitter_connected") !== "true") return null;
  const username = url.searchParams.get("username") ?? "";
  const shown = /^\w{1,50}$/.test(username) ? username : "";
  if (shown) app.log.info({ username: shown }, "account connected");
  return { ok: true, text: shown ? `@${shown} is connected` : "The account is connected" };
}
