// The tweet that the URL opens over the week: its words, its moment, its journal, and what can be done with it now.
import type { App } from "~/app.server";
import { days, hours } from "~/ground/time/duration";
import { type Account, chooseAccount, isInactive } from "~/features/accounts/account";
import { needsAttention, sentenceOf, toneOf } from "~/features/publishing/rules/journal";
import { readJournal } from "~/features/publishing/publishing.server";
import type { TimeChoice } from "~/features/timeline/choose-time";
import type { JournalLine } from "~/features/timeline/journal";
import type { OtherAccount } from "~/features/timeline/post-as";
import { toView } from "~/features/timeline/timeline.server";
import { countText, type Weighed } from "~/features/tweets/count";
import { weighPieces } from "~/features/tweets/text.server";
import type { TweetView } from "~/features/tweets/tweet";
import { getTweet, isUnsent, type Tweet } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import { clockTime, dayLabel, localTextOf, shortDate, zoneCity } from "~/ground/time/zone";

export interface OpenedTweet {
  tweet: TweetView;
  /** "Thu 19 Nov, 20:42 (Europe/Berlin)" */
  moment: string | null;
  journal: JournalLine[];
  /** Something went wrong or is uncertain, so that it is read at once. */
  needsAttention: boolean;
  /** Where the person may choose an exact time. */
  choice: TimeChoice | null;
  /** Who it could go out as instead; none once it is on its way. */
  others: OtherAccount[];
  editable: boolean;
  /** While its words are being changed: what of them the browser can't weigh by itself. */
  editing: { known: [string, Weighed][] } | null;
}

/** `raw` is the URL's word. A tweet of another, or none: nothing opens. */
export async function openTweet(
  app: App,
  user: User,
  accounts: readonly Account[],
  { tweet: raw, edit }: { tweet: string | null; edit: string | null },
): Promise<OpenedTweet | null> {
  if (raw === null || !/^\d{1,15}$/.test(raw)) return null;
  const tweet = await getTweet(app, user.id, Number(raw)).catch(() => null);
  if (!tweet) return null;
  const { timezone } = user;
  const view = toView(app, tweet, { timeZone: timezone, accounts });
  const at = view.whenIso === null ? null : Date.parse(view.whenIso);
  const events = await readJournal(app, tweet.id);
  const network = app.network.kind === "sandbox" ? "the sandbox" : "X";
  const now = app.clock.now();
  return {
    tweet: view,
    moment: at === null ? null : `${shortDate(at, timezone)}, ${clockTime(at, timezone)} (${timezone})`,
    journal: events.map((event) => ({
      at: `${dayLabel(event.at, timezone, now)}, ${clockTime(event.at, timezone)}`,
      iso: iso(event.at),
      text: sentenceOf(event, network),
      tone: toneOf(event),
    })),
    needsAttention: tweet.state === "failed" || tweet.state === "unknown" || needsAttention(events),
    choice: choiceOf(tweet, now, timezone),
    others: isMovable(tweet) ? othersOf(tweet, accounts) : [],
    editable: tweet.state === "pending" || tweet.state === "scheduled",
    editing: edit === "1" ? { known: knownOf(tweet.content) } : null,
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

/** What the edit box would ask for at once. */
export function knownOf(content: string): [string, Weighed][] {
  const { unsure } = countText(content, new Map());
  const told = weighPieces(unsure);
  return unsure.flatMap((piece, index) => {
    const weighed = told[index];
    return weighed ? [[piece, weighed] as [string, Weighed]] : [];
  });
}
