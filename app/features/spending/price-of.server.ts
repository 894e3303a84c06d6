// What is about to go out together, as the day's limits ask for it: a tweet, or all parts of a thread.
import type { Db } from "~db/database.server";
import { listPicturesOf } from "~/features/media/media.server";
import type { Going } from "./day-limit";
import { postMicrosOf } from "./price";
import type { Unpaid } from "./store/unpaid.server";
import { hasLink } from "~/features/tweets/text.server";

/** How many posts these are, and what X will still charge for all of them; `unpaid`: for the pictures of each. */
export const goingOf = (tweets: readonly { id: number; content: string }[], unpaid: Unpaid): Going => ({
  posts: tweets.length,
  priceMicros: tweets.reduce(
    (sum, { id, content }) => sum + postMicrosOf({ hasLink: hasLink(content) }) + (unpaid.get(id) ?? 0),
    0,
  ),
});

/** In the same order; one question for all. */
export async function withPictures<T extends { id: number }>(db: Db, tweets: readonly T[]) {
  const pictures = await listPicturesOf(
    db,
    tweets.map(({ id }) => id),
  );
  return tweets.map((tweet) => ({ ...tweet, pictures: pictures.get(tweet.id) ?? [] }));
}
