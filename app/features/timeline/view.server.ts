// A tweet as the screens show it, in the person's own time zone.
import type { App } from "~/app.server";
import { type Account, chooseAccount } from "~/features/accounts/account";
import { priceOf } from "~/features/publishing/rules/price";
import { needsConfirmationCode } from "~/features/publishing/publishing.server";
import { hasLink, weigh } from "~/features/tweets/text.server";
import type { TweetView } from "~/features/tweets/tweet";
import { isUnsent, postUrlOf, type Tweet, apiStatus } from "~/features/tweets/tweets.server";
import type { Source } from "~/ports/ai/port";
import { iso } from "~/ground/time/iso";
import { clockTime, dayLabel } from "~/ground/time/zone";

const nameOf = (account: Pick<Account, "displayName" | "username" | "networkUserId"> | null): TweetView["account"] =>
  account && { name: account.displayName, username: account.username, ref: account.networkUserId };

/** The moment that belongs to the tweet's state: when it went out, or will. */
const momentOf = (tweet: Tweet): number | null =>
  tweet.publishedAt ?? (tweet.state === "scheduled" ? tweet.dueAt : null);

interface Viewer {
  timeZone: string;
  /** The person's linked ones. */
  accounts: readonly Account[];
}

export function toView(app: App, tweet: Tweet, { timeZone, accounts }: Viewer, sources: Source[] = []): TweetView {
  const moment = momentOf(tweet);
  const linked = hasLink(tweet.content);
  return {
    id: tweet.id,
    content: tweet.content,
    status: apiStatus(tweet.state),
    weightedLength: weigh(tweet.content),
    postUrl: postUrlOf(app, tweet),
    error: tweet.error,
    when: moment === null ? null : `${dayLabel(moment, timeZone, app.clock.now())}, ${clockTime(moment, timeZone)}`,
    whenIso: moment === null ? null : iso(moment),
    reason: tweet.state === "scheduled" ? tweet.momentReason : null,
    costUsd: priceOf({ hasLink: linked }),
    hasLink: linked,
    account: nameOf(isUnsent(tweet) ? chooseAccount(accounts, tweet.ownAccountId) : tweet.account),
    pausedBecause: (tweet.state === "scheduled" && tweet.account?.pausedBecause) || null,
    needsConfirmation: tweet.state === "unknown" && tweet.errorCode === needsConfirmationCode,
    isUnknown: tweet.state === "unknown",
    sources,
  };
}
