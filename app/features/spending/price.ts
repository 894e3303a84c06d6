// What X charges for a post, so that it is shown before the button is pressed. Pure.
import { dollars } from "~/ground/dollars";
import { callMicrosOf, priceList } from "~/ports/network/call-prices";

/** A tweet with all that goes out with it. */
export interface Priced {
  hasLink: boolean;
  pictures: readonly { altText: string }[];
}

/** What X charges for a tweet, its pictures and their descriptions, US dollars. Whoever shows a price asks this. */
export const priceOf = (tweet: Priced): number => microsOf(tweet) / 1_000_000;

/** The same in millionths of a dollar, as it is kept and summed. */
export const microsOf = ({ hasLink, pictures }: Priced): number =>
  postMicrosOf({ hasLink }) + pictureMicrosOf(pictures);

/** Of the post alone: its pictures are paid by calls of their own. */
export const postPriceOf = (tweet: { hasLink: boolean }): number =>
  tweet.hasLink ? priceList.postWithLink : priceList.post;
export const postMicrosOf = (tweet: { hasLink: boolean }): number => Math.round(postPriceOf(tweet) * 1_000_000);

/** What sending a post's pictures ahead of it costs, and their descriptions; millionths of a dollar. */
export const pictureMicrosOf = (pictures: readonly { altText: string }[]): number =>
  pictures.length * callMicrosOf("upload") +
  pictures.filter(({ altText }) => altText !== "").length * callMicrosOf("description");

/** What reading so many posts costs, in millionths of a dollar. */
export const readMicrosOf = (posts: number): number => Math.round(posts * priceList.postRead * 1_000_000);

/** A person chooses from so many of their newest posts. */
export const maxOwnPosts = 50;
export const priceOfOwnPosts = (): number => maxOwnPosts * priceList.postRead;

interface DayLimits {
  /** 0 is none, in each of these. */
  dailyPostLimit: number;
  dailySpendLimit: number;
  botDailyPosts: number;
}

/** What it can cost that the operator has set no limit, a sentence for each. `isFree`: the sandbox takes the posts. */
export function noLimitWords({ dailyPostLimit, dailySpendLimit, botDailyPosts }: DayLimits, isFree: boolean): string[] {
  const perPost = `each post with a link costs ${dollars(priceList.postWithLink)}`;
  const perAccount = dollars(dailyPostLimit * priceList.postWithLink);
  const spending =
    dailyPostLimit === 0
      ? `${perPost}, and nothing limits how many are posted`
      : `one account’s ${dailyPostLimit} posts with links cost ${perAccount} a day`;
  const posting =
    dailySpendLimit === 0 ? perPost : `all accounts together cost up to ${dollars(dailySpendLimit)} a day`;
  const told = (limit: number, name: string, costs: string) =>
    limit === 0 ? [`No limit (${name}=0): ${isFree ? "free in the sandbox" : costs}.`] : [];
  return [
    ...told(dailySpendLimit, "DAILY_SPEND_LIMIT", spending),
    ...told(dailyPostLimit, "DAILY_POST_LIMIT", posting),
    ...told(botDailyPosts, "BOT_DAILY_POSTS", `a bot may post as often as its account may, and ${perPost}`),
  ];
}

export interface Spending {
  posts: number;
  spentUsd: number;
  /** Posts a day; 0 is none. */
  postLimit: number;
  /** What the person may spend a day, US dollars; null: no limit. */
  shareUsd: number | null;
  sandbox: boolean;
}

/** "3 of 50 posts today. You’ve spent $0.05 of your $2.50 on X today, nothing in the sandbox." */
export function spendingText({ posts, spentUsd, postLimit, shareUsd, sandbox }: Spending): string {
  const count = postLimit > 0 ? `${posts} of ${postLimit} posts` : posts === 1 ? "1 post" : `${posts} posts`;
  const cost = shareUsd === null ? dollars(spentUsd) : `${dollars(spentUsd)} of your ${dollars(shareUsd)}`;
  return `${count} today. You’ve spent ${cost} on X today${sandbox ? ", nothing in the sandbox" : ""}.`;
}
