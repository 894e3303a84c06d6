// A tweet as the screens show it, and the few words that are counted out from it: pure.
import { dollars } from "~/ground/dollars";
import { servedBy } from "~/features/accounts/account";
import type { AccountState } from "~/features/users/account-words";
import type { TweetState } from "~db/schema";

export type TaskStatus = "pending" | "scheduled" | "publishing" | "published" | "failed";

export interface TweetView {
  id: number;
  content: string;
  status: TaskStatus;
  /** As X counts: of 280. */
  weightedLength: number;
  /** Where it can be read once published: at X, or on the sandbox's own page; null once it is deleted there. */
  postUrl: string | null;
  /** Why it failed, as a sentence. */
  error: string | null;
  /** The moment of its state in the person's zone, "Today, 20:42"; null while pending. */
  when: string | null;
  whenIso: string | null;
  /** How the moment was chosen, as a sentence, null where a person chose it; of what is deleted, that it is. */
  reason: string | null;
  /** What X charges for it; null where no price is known. */
  costUsd: number | null;
  hasLink: boolean;
  /** Who it went out as, or would; null while no account is linked. `ref` is the network's id. */
  account: { name: string; username: string; ref: string } | null;
  sources: { title: string; url: string }[];
  /** It waits for its account, and why; null where it doesn't. */
  pausedBecause?: Exclude<AccountState, "active"> | null;
  /** Its answer was lost and the account's posts can't be read: only a person can tell whether it is there. */
  needsConfirmation?: boolean;
  /** It is posted within five seconds, and can be taken back until then. */
  isSoon?: boolean;
  /** Its answer was lost, and the account's posts will tell. */
  isUnknown?: boolean;
  /** How many go out with it, and what its own cost of the price; left out: none. */
  pictures?: number;
  picturesUsd?: number;
  /** It begins a thread of so many parts, all of which are in sight beside it. */
  parts?: number;
}

/** Neither out nor on its way: it goes out only once somebody says so. */
export const isUnsent = ({ state }: { state: TweetState }): boolean => state === "pending" || state === "failed";

/**
 * As whom a tweet goes out: the one place that says so, to every answer and page. What is not on its way is posted by its
 * own account, else by the one that serves now; what is, or is out, keeps its account. `accounts` are the person's linked
 * ones. Null: none is linked.
 */
export const goesOutAs = <T extends { id: number; isDefault: boolean }, Sent>(
  tweet: { state: TweetState; publishedAt: number | null; ownAccountId: number | null; account: Sent },
  accounts: readonly T[],
): { account: T | Sent | null; followsDefault: boolean } =>
  isUnsent(tweet) && tweet.publishedAt === null
    ? servedBy(accounts, tweet.ownAccountId)
    : { account: tweet.account, followsDefault: false };

/** A lost answer is `publishing` for everybody outside until it is settled (contract, "Ids, types, states"). */
export const apiStatus = (state: TweetState): TaskStatus => (state === "unknown" ? "publishing" : state);

export const tweetLimit = 280;
/** From here on the count turns honey. */
export const nearLimit = 260;

export const isTooLong = (tweet: Pick<TweetView, "weightedLength">): boolean => tweet.weightedLength > tweetLimit;

/** Post Now and Add to Timeline are for a tweet that is pending and that no task has begun to send (spec section 5). */
export const canSend = (tweet: Pick<TweetView, "status" | "weightedLength">, hasTask: boolean): boolean =>
  tweet.status === "pending" && !hasTask && !isTooLong(tweet);

/** "$0.015", "$0.20 with link", "$0.02 · 1 picture". */
export function costText({ costUsd, hasLink, pictures = 0 }: Pick<TweetView, "costUsd" | "hasLink" | "pictures">) {
  if (costUsd === null) return null;
  const shown = pictures > 0 ? ` · ${pictures} picture${pictures > 1 ? "s" : ""}` : "";
  return `${dollars(costUsd)}${hasLink ? " with link" : ""}${shown}`;
}

/** What a batch costs before any button of it is pressed; null where no price is known. */
export function batchCostText(tweets: readonly Pick<TweetView, "costUsd">[], sandbox: boolean): string | null {
  const costs = tweets.map((tweet) => tweet.costUsd).filter((cost): cost is number => cost !== null);
  if (costs.length === 0) return null;
  const sum = costs.reduce((total, cost) => total + cost, 0);
  const all = costs.length === 1 ? "It costs" : `All ${costs.length} cost`;
  return `${all} about ${dollars(sum)} on X${sandbox ? ", nothing in the sandbox" : ""}.`;
}

const relative = /^(Today|Tomorrow|Yesterday)\b/;

/** "Today, 14:06" in the middle of a sentence is "today, 14:06"; "Thu 19 Nov, 14:06" stays. */
export const inSentence = (when: string): string => when.replace(relative, (word) => word.toLowerCase());

/** Addresses come from the web by way of an AI: only what a browser opens as a page becomes a link. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

/** The words as a text area has them: one character for a line's end, where a form sends two; without a file's mark (U+FEFF) before them. */
export const asTyped = (text: string): string => text.replace(/^\uFEFF+/, "").replace(/\r\n?/g, "\n");

/** No more of somebody's ideas are counted: every page asks, and nobody reads a larger number. */
export const maxCounted = 1_000;

/** "38", "999+" */
export const countText = (count: number): string => (count < maxCounted ? String(count) : `${maxCounted - 1}+`);
