// Makes the TweetView of a tweet, in the user's time zone. Pure.
import type { Account } from "~/features/accounts/account";
import { needsConfirmationCode } from "~/features/publishing/rules/attention";
import { pictureMicrosOf } from "~/features/spending/price";
import { countPictures, priceOfAll, type Outgoing } from "~/features/spending/full-price.server";
import { hasLink, weigh } from "~/features/tweets/text.server";
import { apiStatus, goesOutAs, type TweetView } from "~/features/tweets/tweet";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { Source } from "~/ports/ai/port";
import { iso } from "~/ground/time/iso";
import { momentLabel } from "~/ground/time/zone";

const nameOf = (account: Pick<Account, "displayName" | "username" | "networkUserId"> | null): TweetView["account"] =>
  account && { name: account.displayName, username: account.username, ref: account.networkUserId };

/** When the tweet was or will be posted. */
const momentOf = (tweet: Tweet): number | null =>
  tweet.publishedAt ?? (tweet.state === "scheduled" ? tweet.dueAt : null);

/** A tweet, and facts from other tables. */
export interface FoundTweet {
  tweet: Tweet;
  postUrl: string | null;
  /** The batch's sources. */
  sources?: Source[];
  /** The tweet and the parts posted after it, with their images. Left out: only the tweet, with none. */
  going?: readonly Outgoing[];
}

interface Viewer {
  now: number;
  timeZone: string;
  /** The user's connected accounts. */
  accounts: readonly Account[];
}

export function toTweetView(found: FoundTweet, { now, timeZone, accounts }: Viewer): TweetView {
  const { tweet, postUrl, sources = [], going = [{ content: tweet.content, pictures: [] }] } = found;
  const moment = momentOf(tweet);
  const linked = hasLink(tweet.content);
  const count = countPictures(going);
  return {
    id: tweet.id,
    content: tweet.content,
    status: apiStatus(tweet.state),
    weightedLength: weigh(tweet.content),
    postUrl: tweet.deletedAt === null ? postUrl : null,
    error: tweet.error,
    when: moment === null ? null : momentLabel(moment, timeZone, now),
    whenIso: moment === null ? null : iso(moment),
    reason: tweet.deletedAt === null ? (tweet.state === "scheduled" ? tweet.momentReason : null) : "Deleted.",
    costUsd: priceOfAll(going),
    ...(count > 0 && { pictures: count, picturesUsd: pictureMicrosOf(going[0]?.pictures ?? []) / 1_000_000 }),
    hasLink: linked,
    account: nameOf(goesOutAs(tweet, accounts).account),
    pausedBecause: (tweet.state === "scheduled" && tweet.account?.pausedBecause) || null,
    needsConfirmation: tweet.state === "unknown" && tweet.errorCode === needsConfirmationCode,
    isUnknown: tweet.state === "unknown",
    ...(tweet.undoUntil !== null && { isSoon: true }),
    sources,
  };
}
