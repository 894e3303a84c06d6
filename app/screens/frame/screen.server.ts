// Loads what every screen shows: the user, the accounts, and how this server posts.
import { data } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { listProposals } from "~/features/bots/bots.server";
import { release, releaseName } from "~/ground/release.server";
import { isOperator } from "~/features/people/people.server";
import { siteOf } from "~/features/passkeys/passkey";
import { countText } from "~/features/tweets/tweet";
import { asksAboutZone, listAtNight } from "~/features/scheduling/scheduling.server";
import { nextTweet, readAttention } from "~/features/publishing/publishing.server";
import { countUnsent } from "~/features/tweets/tweets.server";
import { mayRegister } from "~/features/users/users.server";
import { zoneOptions } from "~/features/users/zone/zones.server";
import { readBrowserZone } from "~/http/session/browser-zone.server";
import { readCommon } from "~/http/session/common-password.server";
import { firstLanguage } from "~/http/session/first-language.server";
import { hasOwnCookie } from "~/http/session/own-cookie.server";
import { nameWithPlace } from "~/ports/ai/writer-words";
import { clearFlash, readFlash } from "~/screens/forms/flash.server";
import { readTheme } from "~/screens/forms/theme.server";
import { type Fetched, type ScreenData, toView } from "./to-view.server";
import { type LoaderArgs, readViewer, type Viewer } from "./viewer.server";

export async function loadRoot(args: LoaderArgs) {
  const screen = await loadScreen(args);
  if (!screen.flash) return data(screen);
  return data(screen, { headers: { "Set-Cookie": await clearFlash(getApp().config) } });
}

export async function loadScreen(args: LoaderArgs): Promise<ScreenData> {
  const { app, viewer } = await readViewer(args);
  return toView(await fetchScreen(app, viewer, args.request));
}

async function fetchScreen(app: App, viewer: Viewer, request: Request): Promise<Fetched> {
  const { user, accounts, accountsFault, now, timeZone, query } = viewer;
  const panel = query.get("panel");
  const known = accountsFault === null ? user : null;
  const [sandbox, demoWriter] = [app.network.kind === "sandbox", app.ai.kind === "demo"];
  const browserZone = user && (await readBrowserZone(request, app.config));
  const [
    asksZone,
    next,
    attention,
    proposals,
    unsent,
    registrationOpen,
    operator,
    timezones,
    atNight,
    theme,
    flash,
    isCommon,
  ] = await Promise.all([
    user && browserZone !== null && asksAboutZone(app, user, browserZone),
    known && nextTweet(app, known.id),
    known && readAttention(app, known.id, accounts),
    known && listProposals(app, known.id),
    user && countUnsent(app, user.id),
    user !== null || mayRegister(app, { isInvited: false }),
    user !== null && (panel === "help" || sandbox || demoWriter) && isOperator(app, user.id),
    panel === "settings" || panel === "register" ? zoneOptions(now) : [],
    user && panel === "night" ? listAtNight(app, user.id, timeZone) : [],
    readTheme(request, app.config),
    readFlash(request, app.config),
    (panel === "success" || panel === "password-changed") && readCommon(app, request),
  ]);
  return {
    ...viewer,
    next,
    attention: attention && { ...attention, proposals: proposals?.size ?? 0 },
    unsent: unsent === null ? null : countText(unsent),
    registrationOpen,
    sendsMail: app.mail !== null,
    hasPasskeys: typeof siteOf(app.config.appOrigin) !== "string",
    ...(!user && app.config.oidc && { provider: { label: app.config.oidc.label, only: app.config.oidc.only } }),
    isOperator: operator,
    release: operator && panel === "help" ? releaseName(release) : null,
    timezones,
    atNight,
    browserZone: asksZone ? browserZone : null,
    theme,
    language: firstLanguage(request),
    ...(app.config.xPrices && { prices: app.config.xPrices }),
    flash,
    ...(isCommon && { hasCommonPassword: true }),
    ...(!user && panel === "success" && !hasOwnCookie(app.config, request) && { isSignInLost: true }),
    sandbox,
    demoWriter,
    writer: nameWithPlace(app.ai),
    asksGoogle: [app.ai.kind, app.ai.second?.kind].includes("gemini"),
    apiEndpoint: app.config.appOrigin,
    contact: app.config.operatorContact,
  };
}
