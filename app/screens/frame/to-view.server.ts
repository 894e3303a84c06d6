// What stands round every page, made of what was fetched for it. Pure.
import { type Account, againAt, isLinkFailure, linkFailureSentence } from "~/features/accounts/account";
import { type Attention, attentionText } from "~/features/publishing/rules/attention";
import { offsetOf } from "~/features/timeline/week";
import { preview } from "~/features/tweets/text";
import { inSentence } from "~/features/tweets/tweet";
import type { Preferences, User } from "~/features/users/user";
import type { ZoneQuestionView } from "~/features/users/zone/zone-question";
import type { ZoneOption } from "~/features/users/zone/zones.server";
import { linkMessages } from "~/ground/messages";
import { clockTime, dayLabel, zoneCity } from "~/ground/time/zone";
import type { Flash } from "~/screens/forms/flash.server";
import type { Prices } from "~/ports/network/call-prices";
import type { Theme } from "~/screens/forms/theme.server";
import type { Viewer } from "./viewer.server";

/** What the page is told as it was found. */
interface Plain {
  /** They could not be read: what the server says of it, or "" where it has no words. */
  accountsFault: string | null;
  accounts: Account[];
  /** How many ideas the person has, "38"; null for a guest. */
  unsent: string | null;
  theme: Theme;
  /** What X charges, where the operator has set it; left out where it is the list of this version. */
  prices?: Partial<Prices>;
  sandbox: boolean;
  demoWriter: boolean;
  registrationOpen: boolean;
  /** Mail is set up: what needs it is offered. */
  sendsMail: boolean;
  /** The address of this server can have passkeys. */
  hasPasskeys: boolean;
  /** Where people may sign in instead, or, with `only`, alone; left out where there is none. */
  provider?: { label: string; only: boolean };
  apiEndpoint: string;
  /** Whether the set-up is theirs to look after; only where Help is open, since it is asked for each time. */
  isOperator: boolean;
  /** Which Linnet runs, for the operator. */
  release: string | null;
  /** Whom to ask: an e-mail address or a page. */
  contact: string | null;
  /** The zones to choose from; only where one is chosen, since they are many. */
  timezones: ZoneOption[];
  /** The password that was typed just now is one that everybody tries first; left out where it isn't. */
  hasCommonPassword?: true;
  /** Somebody signed in, and their browser sent no cookie back; left out where it did. */
  isSignInLost?: true;
  /** What a form came to that led here. */
  flash: Flash | null;
}

interface Planned {
  id: number;
  at: number;
  content: string;
}

export interface Fetched extends Plain, Viewer {
  next: Planned | null;
  attention: Attention | null;
  /** What would go out at night; only where that is asked about. */
  atNight: Planned[];
  /** Where the browser is, if the person is to be asked about it. */
  browserZone: string | null;
}

export interface ScreenData extends Plain {
  user: (Preferences & { id: string; email: string; timezone: string }) | null;
  /** The person's next scheduled tweet: "today, 20:42", its first words, and where it opens. */
  nextTweet: { when: string; words: string; href: string } | null;
  /** What waits for the person, and the tweet to begin with; without one the link leads elsewhere. */
  attention: { text: string; tweetHref: string | null; elsewhere?: "accounts" | "connect" | "bots" | "backlog" } | null;
  atNight: { id: number; content: string; when: string }[];
  /** Which zone is to hold: the browser's, or the person's own. Left out where nothing is asked. */
  zoneQuestion?: ZoneQuestionView;
  /** What the way back from the network has to say, from the URL; without a text it is only taken off the address. */
  linked: { ok: boolean; text: string | null } | null;
}

export function toView(fetched: Fetched): ScreenData {
  const { user, next, attention, atNight, browserZone, query, now, timeZone, ...plain } = fetched;
  const when = (at: number) => `${dayLabel(at, timeZone, now)}, ${clockTime(at, timeZone)}`;
  const href = (id: number, at: number) => tweetHref(id, offsetOf(at, now, timeZone));
  return {
    ...plain,
    user: user && ownOf(user),
    nextTweet: next && { when: inSentence(when(next.at)), words: preview(next.content), href: href(next.id, next.at) },
    attention: attention && attentionView(attention, href),
    atNight: atNight.map(({ id, content, at }) => ({ id, content, when: when(at) })),
    ...(browserZone !== null && { zoneQuestion: { browser: placeOf(browserZone), own: placeOf(timeZone) } }),
    linked: linkedView(query, plain.accounts, againAt(Number(query.get("until") ?? NaN), timeZone, now)),
  };
}

const ownOf = ({ id, email, timezone, waitsToPost, hasKeys }: User): NonNullable<ScreenData["user"]> => {
  return { id, email, timezone, waitsToPost, hasKeys };
};

const placeOf = (zone: string) => ({ zone, city: zoneCity(zone) });

const tweetHref = (id: number, week: number): string => `/timeline?${week === 0 ? "" : `week=${week}&`}tweet=${id}`;

function attentionView(of: Attention, href: (id: number, at: number) => string): ScreenData["attention"] {
  const text = attentionText(of);
  if (text === null) return null;
  const { first, backlog = 0, reconnect, blocked } = of;
  // A tweet can't be sent again before its account is in order.
  if (!first && backlog > 0 && reconnect + blocked === 0) return { text, tweetHref: null, elsewhere: "backlog" };
  if (!first && reconnect + blocked === 0) return { text, tweetHref: null, elsewhere: "bots" };
  if (!first || reconnect + blocked > 0)
    // Linking is all that helps where nothing else is wrong.
    return { text, tweetHref: null, elsewhere: blocked === 0 && reconnect > 0 ? "connect" : "accounts" };
  return { text, tweetHref: href(first.tweetId, first.placedAt) };
}

/** The address alone is believed for no connection: anybody can send such a link. */
function linkedView(query: URLSearchParams, accounts: Account[], again: string | null): ScreenData["linked"] {
  const error = query.get("twitter_error");
  if (error !== null)
    return { ok: false, text: linkMessages.back(linkFailureSentence(isLinkFailure(error) ? error : "refused", again)) };
  const notStarted = query.get("connect_error");
  if (notStarted !== null)
    return {
      ok: false,
      text: isLinkFailure(notStarted)
        ? linkMessages.startFor(linkFailureSentence(notStarted, again))
        : linkMessages.address,
    };
  if (query.get("twitter_connected") !== "true") return null;
  const username = query.get("username") ?? "";
  return {
    ok: true,
    text: accounts.some((account) => account.username === username) ? `@${username} is connected` : null,
  };
}
