// Calculates the price to show for tweets, including what is already paid.
import { hasLink } from "~/features/tweets/text.server";
import { microsOf } from "./price";

export interface Outgoing {
  content: string;
  pictures: readonly { altText: string }[];
}

/** US dollars on X. */
export const priceOfAll = (tweets: readonly Outgoing[]): number =>
  tweets.reduce((sum, { content, pictures }) => sum + microsOf({ hasLink: hasLink(content), pictures }), 0) / 1_000_000;

export const countPictures = (tweets: readonly Pick<Outgoing, "pictures">[]): number =>
  tweets.reduce((sum, { pictures }) => sum + pictures.length, 0);
