// Calculates what X charges for a post, to be shown before it is posted. Pure.
import { dollars } from "~/ground/dollars";
import { callMicrosOf, priceList } from "~/ports/network/call-prices";

export interface Priced {
  hasLink: boolean;
  pictures: readonly { altText: string }[];
}

/** US dollars, pictures and descriptions included. */
export const priceOf = (tweet: Priced): number => microsOf(tweet) / 1_000_000;

/** Millionths of a US dollar. */
export const microsOf = ({ hasLink, pictures }: Priced): number =>
  postMicrosOf({ hasLink }) + pictureMicrosOf(pictures);

export const postPriceOf = (tweet: { hasLink: boolean }): number =>
  tweet.hasLink ? priceList.postWithLink : priceList.post;
export const postMicrosOf = (tweet: { hasLink: boolean }): number => Math.round(postPriceOf(tweet) * 1_000_000);

export const pictureMicrosOf = (pictures: readonly { altText: string }[]): number =>
  pictures.length * callMicrosOf("upload") +
  pictures.filter(({ altText }) => altText !== "").length * callMicrosOf("description");

export const readMicrosOf = (posts: number): number => Math.round(posts * priceList.postRead * 1_000_000);

export const maxOwnPosts = 50;
export const priceOfOwnPosts = (): number => maxOwnPosts * priceList.postRead;

interface DayLimits {
  /** 0: no limit, for all three. */
  dailyPostLimit: number;
  dailySpendLimit: number;
  botDailyPosts: number;
}

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
    ...told(botDailyPosts, "BOT_DAILY_POSTS", `a bot can post as often as its account can, and ${perPost}`),
  ];
}

export interface Spending {
  posts: number;
  spentUsd: number;
  postLimit: number;
  /** Per day, US dollars; null: no limit. */
  shareUsd: number | null;
  sandbox: boolean;
}

export function spendingText({ posts, spentUsd, postLimit, shareUsd, sandbox }: Spending): string {
  const count = postLimit > 0 ? `${posts} of ${postLimit} posts` : posts === 1 ? "1 post" : `${posts} posts`;
  const cost = shareUsd === null ? dollars(spentUsd) : `${dollars(spentUsd)} of your ${dollars(shareUsd)}`;
  return `${count} today. You’ve spent ${cost} on X today.${sandbox ? " The sandbox is free." : ""}`;
}
