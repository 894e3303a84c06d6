// TweetView, a tweet as screens show it, and the rules and texts made from it. Pure.
import { dollars } from "~/ground/dollars";
import { servedBy } from "~/features/accounts/account";
import type { AccountState } from "~/features/users/account-words";
import type { TweetState } from "~db/schema";

export type TaskStatus = "pending" | "scheduled" | "publishing" | "published" | "failed";

export interface TweetView {
  id: number;
  content: string;
  status: TaskStatus;
  /** As X counts, up to 280. */
  weightedLength: number;
  /** The published post at X or in the sandbox. Null before that, and after the post is deleted. */
  postUrl: string | null;
  /** Why the tweet failed, as a sentence. */
  error: string | null;
  /** When the tweet was or will be posted, in the user's zone: "Today, 20:42". Null while pending. */
  when: string | null;
  whenIso: string | null;
  /** How Linnet picked the time, or that the tweet is deleted, as a sentence. Null if the user chose the time. */
  reason: string | null;
  /** X's charge for the tweet. Null if the price is unknown. */
  costUsd: number | null;
  hasLink: boolean;
  /** The account that posted the tweet, or would. Null if none is connected. `ref` is the network's id. */
  account: { name: string; username: string; ref: string } | null;
  sources: { title: string; url: string }[];
  /** Why the tweet's account is paused. Null if it isn't. */
  pausedBecause?: Exclude<AccountState, "active"> | null;
  /** The tweet is unknown and the account's posts can't be read: only the user can say whether it was posted. */
  needsConfirmation?: boolean;
  /** The tweet is posted within 5 s and can be undone until then. */
  isSoon?: boolean;
  /** X's response was lost. Linnet checks the account's posts. */
  isUnknown?: boolean;
  /** How many images the tweet and its thread post, and what this tweet's own images cost. Left out: none. */
  pictures?: number;
  picturesUsd?: number;
  /** How many parts the thread that starts here has. The page shows them all. */
  parts?: number;
}

/** A draft or a failed tweet: posted only if the user says so. */
export const isUnsent = ({ state }: { state: TweetState }): boolean => state === "pending" || state === "failed";

/**
 * The account that posts or posted a tweet, for the API and the screens. An unsent tweet uses its own account, else the
 * default one. A scheduled or posted tweet keeps its account. `accounts` are the user's connected ones. Null: none is
 * connected.
 */
export const goesOutAs = <T extends { id: number; isDefault: boolean }, Sent>(
  tweet: { state: TweetState; publishedAt: number | null; ownAccountId: number | null; account: Sent },
  accounts: readonly T[],
): { account: T | Sent | null; followsDefault: boolean } =>
  isUnsent(tweet) && tweet.publishedAt === null
    ? servedBy(accounts, tweet.ownAccountId)
    : { account: tweet.account, followsDefault: false };

/** API clients and screens see `publishing` while a tweet is unknown (contract, "Ids, types, states"). */
export const apiStatus = (state: TweetState): TaskStatus => (state === "unknown" ? "publishing" : state);

/** Intents that undo: of Post Now, and of a time. */
export const undoPostIntent = "take-back";
export const unscheduleIntent = "take-off";

export const tweetLimit = 280;
/** From this length on, the count is shown in the warning color. */
export const nearLimit = 260;

export const isTooLong = (tweet: Pick<TweetView, "weightedLength">): boolean => tweet.weightedLength > tweetLimit;

/** Post Now and Add to Timeline need a pending tweet that no task is sending (spec section 5). */
export const canSend = (tweet: Pick<TweetView, "status" | "weightedLength">, hasTask: boolean): boolean =>
  tweet.status === "pending" && !hasTask && !isTooLong(tweet);

/** "$0.015", "$0.20 with link", "$0.02 · 1 image". */
export function costText({ costUsd, hasLink, pictures = 0 }: Pick<TweetView, "costUsd" | "hasLink" | "pictures">) {
  if (costUsd === null) return null;
  const shown = pictures > 0 ? ` · ${pictures === 1 ? "1 image" : `${pictures} images`}` : "";
  return `${dollars(costUsd)}${hasLink ? " with link" : ""}${shown}`;
}

/** The price of posting the whole batch. Null if no price is known. */
export function batchCostText(tweets: readonly Pick<TweetView, "costUsd">[], sandbox: boolean): string | null {
  const costs = tweets.map((tweet) => tweet.costUsd).filter((cost): cost is number => cost !== null);
  if (costs.length === 0) return null;
  const sum = costs.reduce((total, cost) => total + cost, 0);
  const all = costs.length === 1 ? "About" : `All ${costs.length}: about`;
  return `${all} ${dollars(sum)} on X${sandbox ? ", free in the sandbox" : ""}.`;
}

const relative = /^(Today|Tomorrow|Yesterday)\b/;

/** Inside a sentence, "Today, 14:06" becomes "today, 14:06". "Thu, Nov 19, 14:06" stays the same. */
export const inSentence = (label: string): string => label.replace(relative, (word) => word.toLowerCase());

/** URLs come from the web through an AI, so only http and https become links. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

/** The text as typed: a form sends two characters for each line break, and a pasted file may start with U+FEFF. */
export const asTyped = (text: string): string => text.replace(/^\uFEFF+/, "").replace(/\r\n?/g, "\n");

/** Stop counting ideas here: every page asks for the count, and a larger number helps no one. */
export const maxCounted = 1_000;

/** "38", "999+" */
export const countText = (count: number): string => (count < maxCounted ? String(count) : `${maxCounted - 1}+`);
