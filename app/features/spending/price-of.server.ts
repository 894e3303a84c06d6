// Calculates what tweets posted together still cost, for the daily limits.
import type { Db } from "~db/database.server";
import { listPicturesOf } from "~/features/media/media.server";
import type { Going } from "./day-limit";
import { postMicrosOf } from "./price";
import type { Unpaid } from "./store/unpaid.server";
import { hasLink } from "~/features/tweets/text.server";

export const goingOf = (tweets: readonly { id: number; content: string }[], unpaid: Unpaid): Going => ({
  posts: tweets.length,
  priceMicros: tweets.reduce(
    (sum, { id, content }) => sum + postMicrosOf({ hasLink: hasLink(content) }) + (unpaid.get(id) ?? 0),
    0,
  ),
});

export async function withPictures<T extends { id: number }>(db: Db, tweets: readonly T[]) {
  const pictures = await listPicturesOf(
    db,
    tweets.map(({ id }) => id),
  );
  return tweets.map((tweet) => ({ ...tweet, pictures: pictures.get(tweet.id) ?? [] }));
}
