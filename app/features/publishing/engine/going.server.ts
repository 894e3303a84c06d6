// What is about to go out together, as the day's limits ask for it: a tweet, or all parts of a thread.
import type { Going } from "~/features/publishing/rules/day-limit";
import { microsOf } from "~/features/publishing/rules/price";
import { hasLink } from "~/features/tweets/text.server";

/** How many posts these are, and what X charges for all of them. */
export const goingOf = (tweets: readonly { content: string }[]): Going => ({
  posts: tweets.length,
  priceMicros: tweets.reduce((sum, { content }) => sum + microsOf({ hasLink: hasLink(content) }), 0),
});
