// Builds the view of the frame around every page. Pure.
import { type Account, againAt, isLinkFailure, linkFailureSentence } from "~/features/accounts/account";
import { type Attention, attentionText } from "~/features/publishing/rules/attention";
import { offsetOf } from "~/features/timeline/week";
import { preview } from "~/features/tweets/text";
import { inSentence } from "~/features/tweets/tweet";
import type { Preferences, User } from "~/features/users/user";
import type { ZoneQuestionView } from "~/features/users/zone/zone-question";
import type { ZoneOption } from "~/features/users/zone/zones.server";
import { type Language, linkMessages } from "~/ground/messages";
import { momentLabel, zoneCity } from "~/ground/time/zone";
import type { Flash } from "~/screens/forms/flash.server";
import type { Prices } from "~/ports/network/call-prices";
import type { Theme } from "~/screens/forms/theme.server";
import type { Viewer } from "./viewer.server";

interface Plain {
  /** Error message if the accounts could not be read; "" if there is no message for it. */
  accountsFault: string | null;
  accounts: Account[];
  unsent: string | null;
  theme: Theme;
  /** The language of a message's first line. */
  language: Language;
  prices?: Partial<Prices>;
  sandbox: boolean;
  demoWriter: boolean;
  /** The writer and its place: "Gemini", "llama3.1:8b on this network". */
  writer: string;
  asksGoogle: boolean;
  registrationOpen: boolean;
  sendsMail: boolean;
  hasPasskeys: boolean;
  provider?: { label: string; only: boolean };
  apiEndpoint: string;
  /** Asked only where it matters: in Help, and where something isn’t live. */
  isOperator: boolean;
  release: string | null;
  contact: string | null;
  /** Filled only where a zone is chosen, because the list is long. */
  timezones: ZoneOption[];
  hasCommonPassword?: true;
  /** The browser didn't return the cookie after signing in. */
  isSignInLost?: true;
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
  atNight: Planned[];
  browserZone: string | null;
}

export interface ScreenData extends Plain {
  user: (Preferences & { id: string; email: string; timezone: string }) | null;
  nextTweet: { when: string; words: string; href: string } | null;
  attention: { text: string; tweetHref: string | null; elsewhere?: "accounts" | "connect" | "bots" | "backlog" } | null;
  atNight: { id: number; content: string; when: string }[];
  zoneQuestion?: ZoneQuestionView;
  linked: { ok: boolean; text: string | null } | null;
}

export function toView(fetched: Fetched): ScreenData {
  const { user, next, attention, atNight, browserZone, query, now, timeZone, ...plain } = fetched;
  const when = (at: number) => momentLabel(at, timeZone, now);
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

const ownOf = ({ id, email, timezone, undoEnabled, shortcutsEnabled }: User): NonNullable<ScreenData["user"]> => {
  return { id, email, timezone, undoEnabled, shortcutsEnabled };
};

const placeOf = (zone: string) => ({ zone, city: zoneCity(zone) });

const tweetHref = (id: number, week: number): string => `/timeline?${week === 0 ? "" : `week=${week}&`}tweet=${id}`;

function attentionView(attention: Attention, href: (id: number, at: number) => string): ScreenData["attention"] {
  const text = attentionText(attention);
  if (text === null) return null;
  const { first, backlog = 0, reconnect, blocked } = attention;
  if (!first && backlog > 0 && reconnect + blocked === 0) return { text, tweetHref: null, elsewhere: "backlog" };
  if (!first && reconnect + blocked === 0) return { text, tweetHref: null, elsewhere: "bots" };
  if (!first || reconnect + blocked > 0)
    return { text, tweetHref: null, elsewhere: blocked === 0 && reconnect > 0 ? "connect" : "accounts" };
  return { text, tweetHref: href(first.tweetId, first.placedAt) };
}

/** Anyone can send such a link, so a success is shown only if the account is there. */
function linkedView(query: URLSearchParams, accounts: Account[], retryTime: string | null): ScreenData["linked"] {
  const error = query.get("twitter_error");
  if (error !== null)
    return {
      ok: false,
      text: linkMessages.back(linkFailureSentence(isLinkFailure(error) ? error : "refused", retryTime)),
    };
  const notStarted = query.get("connect_error");
  if (notStarted !== null)
    return {
      ok: false,
      text: isLinkFailure(notStarted)
        ? linkMessages.startFor(linkFailureSentence(notStarted, retryTime))
        : linkMessages.address,
    };
  if (query.get("twitter_connected") !== "true") return null;
  const username = query.get("username") ?? "";
  return {
    ok: true,
    text: accounts.some((account) => account.username === username) ? `@${username} is connected` : null,
  };
}
