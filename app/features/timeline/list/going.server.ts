// Finds what is posted with each tweet, to price it: unposted thread parts and pictures.
import type { App } from "~/app.server";
import { listPicturesOf } from "~/features/media/media.server";
import type { Outgoing } from "~/features/spending/full-price.server";
import { groupBy } from "~db/group-by.server";
import { listLeft } from "~/features/threads/threads.server";

/** By tweet id, in posting order. Makes two queries for any number of tweets. */
export async function listGoing(
  app: Pick<App, "db">,
  tweets: readonly { id: number; content: string }[],
): Promise<Map<number, Outgoing[]>> {
  const left = await listLeft(
    app.db,
    tweets.map(({ id }) => id),
  );
  const threads = groupBy(left, ({ firstId }) => firstId);
  const pictures = await listPicturesOf(
    app.db,
    [...tweets, ...left].map(({ id }) => id),
  );
  const told = ({ id, content }: { id: number; content: string }) => ({ content, pictures: pictures.get(id) ?? [] });
  return new Map(tweets.map((tweet) => [tweet.id, (threads.get(tweet.id) ?? [tweet]).map(told)]));
}
