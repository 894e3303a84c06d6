// What a tweet is told to cost wherever it is shown: all that goes out with it, whatever of it is paid already. Pure.
import { hasLink } from "~/features/tweets/text.server";
import { microsOf } from "./price";

/** A tweet, or a part of a thread, with the pictures that it has. */
export interface Outgoing {
  content: string;
  pictures: readonly { altText: string }[];
}

/** What X charges for all of these, US dollars. */
export const priceOfAll = (tweets: readonly Outgoing[]): number =>
  tweets.reduce((sum, { content, pictures }) => sum + microsOf({ hasLink: hasLink(content), pictures }), 0) / 1_000_000;

/** How many pictures go out with all of these. */
export const countPictures = (tweets: readonly Pick<Outgoing, "pictures">[]): number =>
  tweets.reduce((sum, { pictures }) => sum + pictures.length, 0);
