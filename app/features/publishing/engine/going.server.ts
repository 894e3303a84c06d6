// What is about to go out together, as the day's limits ask for it: a tweet, or all parts of a thread.
import type { Db } from "~db/database.server";
import { listPicturesOf } from "~/features/media/media.server";
import type { Going } from "~/features/publishing/rules/day-limit";
import { microsOf, pictureMicrosOf } from "~/features/publishing/rules/price";
import { hasLink } from "~/features/tweets/text.server";

interface Priced {
  content: string;
  /** Those that are not at the network yet. */
  pictures?: readonly { altText: string }[];
}

/** How many posts these are, and what X charges for all of them. */
export const goingOf = (tweets: readonly Priced[]): Going => ({
  posts: tweets.length,
  priceMicros: tweets.reduce(
    (sum, { content, pictures = [] }) => sum + microsOf({ hasLink: hasLink(content) }) + pictureMicrosOf(pictures),
    0,
  ),
});

/** With their pictures, each of which still has to be paid. */
export async function withPictures<T extends { id: number; content: string }>(db: Db, tweets: readonly T[]) {
  const pictures = await listPicturesOf(
    db,
    tweets.map(({ id }) => id),
  );
  return tweets.map((tweet) => ({ ...tweet, pictures: pictures.get(tweet.id) ?? [] }));
}
