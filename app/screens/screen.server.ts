// What every screen needs to know: who is here, their accounts, and what this server really does with a post.
import { data } from "@remix-run/node";
import { linkSays } from "~/catalogue";
import { type App, getApp } from "~/app.server";
import { type Account, isLinkFailure, linkFailures } from "~/features/accounts/account";
import { listProposals } from "~/features/bots/bots.server";
import { isOperator } from "~/features/doctor/doctor.server";
import { attentionText } from "~/features/publishing/attention";
import { listAtNight, nextTweet, readAttention } from "~/features/publishing/publishing.server";
import { offsetOf } from "~/features/timeline/week";
import { preview } from "~/features/tweets/text";
import { inSentence } from "~/features/tweets/tweet";
import type { User } from "~/features/users/user";
import { isRegistrationOpen } from "~/features/users/users.server";
import { type ZoneOption, zoneOptions } from "~/features/users/zones.server";
import { clockTime, dayLabel } from "~/zone";
import { readTheme, type Theme } from "./theme.server";
import { forget, readTold } from "./told.server";
import { type Asked, visitOf } from "./visit.server";

export interface ScreenData {
  user: { id: string; email: string; timezone: string } | null;
  accounts: Account[];
  /** They could not be read: what the server says of it, or "" where it has no words. */
  accountsFault: string | null;
  theme: Theme;
  sandbox: boolean;
  demoWriter: boolean;
  registrationOpen: boolean;
  /** The person's next scheduled tweet: "today, 20:42", its first words, and where it opens. */
  nextTweet: { when: string; words: string; href: string } | null;
  /** What waits for the person, and the tweet to begin with; without one the link leads elsewhere. */
  attention: { text: string; tweetHref: string | null; elsewhere?: "accounts" | "connect" | "bots" } | null;
  apiEndpoint: string;
  /** Whether the set-up is theirs to look after; only where Help is open, since it is asked for each time. */
  isOperator: boolean;
  /** Whom to ask: an e-mail address or a page. */
  contact: string | null;
  /** The zones to choose from; only where one is chosen, since they are many. */
  timezones: ZoneOption[];
  /** What would go out at night; only where that is asked about. */
  atNight: { id: number; content: string; when: string }[];
  /** What the way back from the network has to say, from the URL; without a text it is only taken off the address. */
  linked: { ok: boolean; text: string | null } | null;
  /** What a form came to that led here. */
  told: { said: string } | null;
}

/** For the root: what is told is told once. */
export async function loadRoot(asked: Asked) {
  const screen = await loadScreen(asked);
  if (!screen.told) return data(screen);
  return data(screen, { headers: { "Set-Cookie": await forget(getApp().config) } });
}

export async function loadScreen(asked: Asked): Promise<ScreenData> {
  const app = getApp();
  const { request } = asked;
  const url = new URL(request.url);
  const panel = url.searchParams.get("panel");
  const { user, accounts, accountsFault } = await visitOf(asked);
  // Both are made of the accounts.
  const known = accountsFault === null ? user : null;
  const next = known ? await nextTweet(app, known.id) : null;
  return {
    user: user && { id: user.id, email: user.email, timezone: user.timezone },
    accounts,
    accountsFault,
    theme: await readTheme(request, app.config),
    sandbox: app.network.kind === "sandbox",
    demoWriter: app.ai.kind === "demo",
    registrationOpen: user !== null || (await isRegistrationOpen(app)),
    nextTweet: known && next && toNext(next, known.timezone, app.clock.now()),
    attention: known && (await loadAttention(app, known, accounts)),
    apiEndpoint: app.config.appOrigin,
    isOperator: user !== null && url.searchParams.get("panel") === "help" && (await isOperator(app, user.id)),
    contact: app.config.operatorContact,
    timezones: panel === "settings" || panel === "register" ? await zoneOptions(app.clock.now()) : [],
    atNight: user && panel === "night" ? await loadNight(app, user) : [],
    linked: readLinked(app, url, accounts),
    told: await readTold(request, app.config),
  };
}

function toNext({ id, at, content }: { id: number; at: number; content: string }, timeZone: string, now: number) {
  const when = `${inSentence(dayLabel(at, timeZone, now))}, ${clockTime(at, timeZone)}`;
  return { when, words: preview(content), href: tweetHref(id, offsetOf(at, now, timeZone)) };
}

const tweetHref = (id: number, week: number): string => `/timeline?${week === 0 ? "" : `week=${week}&`}tweet=${id}`;

async function loadNight(app: App, { id, timezone }: User): Promise<ScreenData["atNight"]> {
  const nightly = await listAtNight(app, id, timezone);
  const when = (at: number) => `${dayLabel(at, timezone, app.clock.now())}, ${clockTime(at, timezone)}`;
  return nightly.map(({ id, content, at }) => ({ id, content, when: when(at) }));
}

async function loadAttention(app: App, user: User, accounts: Account[]): Promise<ScreenData["attention"]> {
  const proposals = (await listProposals(app, user.id)).size;
  const attention = { ...(await readAttention(app, user.id, accounts)), proposals };
  const text = attentionText(attention);
  if (text === null) return null;
  const { first, reconnect, held } = attention;
  // A tweet can't be sent again before its account is in order.
  if (!first && reconnect + held === 0) return { text, tweetHref: null, elsewhere: "bots" };
  if (!first || reconnect + held > 0)
    // Linking is all that helps where nothing else is wrong.
    return { text, tweetHref: null, elsewhere: held === 0 && reconnect > 0 ? "connect" : "accounts" };
  const week = offsetOf(first.placedAt, app.clock.now(), user.timezone);
  return { text, tweetHref: tweetHref(first.tweetId, week) };
}

/** The address alone is believed for no connection: anybody can send such a link. */
function readLinked(app: App, url: URL, accounts: Account[]): ScreenData["linked"] {
  const error = url.searchParams.get("twitter_error");
  if (error !== null) {
    const known = isLinkFailure(error) ? linkFailures[error] : linkFailures.refused;
    return { ok: false, text: linkSays.back(known) };
  }
  const notBegun = url.searchParams.get("connect_error");
  if (notBegun !== null)
    return { ok: false, text: isLinkFailure(notBegun) ? linkSays.startFor(linkFailures[notBegun]) : linkSays.address };
  if (url.searchParams.get("twitter_connected") !== "true") return null;
  const username = url.searchParams.get("username") ?? "";
  if (!accounts.some((account) => account.username === username)) return { ok: true, text: null };
  app.log.info({ username }, "account connected");
  return { ok: true, text: `@${username} is connected` };
}
