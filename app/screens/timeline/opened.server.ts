// The tweet that the URL opens over the week: its words, its moment, its journal, and what can be done with it now. Pure.
import { days, hours } from "~/ground/time/duration";
import { type Account, chooseAccount, isInactive } from "~/features/accounts/account";
import { type JournalEvent, needsAttention, sentenceOf, toneOf } from "~/features/publishing/rules/journal-words";
import type { TimeChoice } from "~/features/timeline/choose-time";
import type { JournalLine } from "~/features/timeline/journal-list";
import type { OtherAccount } from "~/features/timeline/post-as";
import { type FoundTweet, toTweetView } from "~/features/timeline/view.server";
import type { Weighed } from "~/features/tweets/count";
import { knownOf } from "~/features/tweets/text.server";
import { isUnsent, type TweetView } from "~/features/tweets/tweet";
import type { Tweet } from "~/features/tweets/tweets.server";
import { iso } from "~/ground/time/iso";
import { clockTime, dayLabel, localTextOf, shortDate, zoneCity } from "~/ground/time/zone";
import type { Viewer } from "~/screens/frame/viewer.server";

export interface OpenedTweet {
  tweet: TweetView;
  /** "Thu 19 Nov, 20:42 (Europe/Berlin)" */
  moment: string | null;
  journal: JournalLine[];
  /** Something went wrong or is unknown, so that it is read at once. */
  needsAttention: boolean;
  /** Where the person may choose an exact time. */
  choice: TimeChoice | null;
  /** Who it could go out as instead; none once it is on its way. */
  others: OtherAccount[];
  editable: boolean;
  /** While its words are being changed: what of them the browser can't weigh by itself. */
  editing: { known: [string, Weighed][] } | null;
}

/** A tweet of the person's, with its journal. */
export interface FetchedOpened extends FoundTweet {
  events: JournalEvent[];
}

export function toOpened({ events, ...found }: FetchedOpened, by: Viewer & { sandbox: boolean }): OpenedTweet {
  const { tweet } = found;
  const { accounts, now, timeZone, query, sandbox } = by;
  const view = toTweetView(found, by);
  const at = view.whenIso === null ? null : Date.parse(view.whenIso);
  const network = sandbox ? "the sandbox" : "X";
  return {
    tweet: view,
    moment: at === null ? null : `${shortDate(at, timeZone)}, ${clockTime(at, timeZone)} (${timeZone})`,
    journal: events.map((event) => ({
      at: `${dayLabel(event.at, timeZone, now)}, ${clockTime(event.at, timeZone)}`,
      iso: iso(event.at),
      text: sentenceOf(event, network),
      tone: toneOf(event),
    })),
    needsAttention: tweet.state === "failed" || tweet.state === "unknown" || needsAttention(events),
    choice: choiceOf(tweet, now, timeZone),
    others: isMovable(tweet) ? othersOf(tweet, accounts) : [],
    editable: tweet.state === "pending" || tweet.state === "scheduled",
    editing: query.get("edit") === "1" ? { known: knownOf(tweet.content) } : null,
  };
}

const isMovable = (tweet: Tweet): boolean => isUnsent(tweet) || tweet.state === "scheduled";

/** A paused account is not offered: a tweet that goes to it would only wait. */
function othersOf(tweet: Tweet, accounts: readonly Account[]): OtherAccount[] {
  const own = chooseAccount(accounts, tweet.ownAccountId);
  return accounts
    .filter((account) => account.id !== own?.id && !isInactive(account))
    .map(({ networkUserId: ref, username }) => ({ ref, username }));
}

/** Begins at its present moment, else at the next full hour that is not about to pass. */
function choiceOf(tweet: Tweet, now: number, timeZone: string): TimeChoice | null {
  if (!isMovable(tweet)) return null;
  const soon = Math.ceil((now + hours(0.5)) / hours(1)) * hours(1);
  const at = tweet.state === "scheduled" ? (tweet.dueAt ?? soon) : soon;
  const text = (instant: number) => localTextOf(instant, timeZone);
  return { city: zoneCity(timeZone), value: text(at), earliest: text(now), latest: text(now + days(365)) };
}
