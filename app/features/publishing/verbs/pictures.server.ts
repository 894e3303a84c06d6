// The pictures of a tweet, or of a part of a thread, by its person: added, taken off, described, while it has not gone out.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import type { PictureChoice, TweetPicture } from "~/features/media/media";
import { listPicturesOf, placePictures } from "~/features/media/media.server";
import { findThread, isFixed, isOut, type Thread, touchFirst } from "~/features/threads/threads.server";
import { asTyped } from "~/features/tweets/tweet";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { AppError, isAppError } from "~/ground/errors";
import * as attempts from "~/features/publishing/store/attempts.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { requireNotSoon, requireOutOfBin } from "./preconditions.server";

const tooLate = "This tweet is on its way or out, and its pictures can't be changed any more";

/**
 * Makes the pictures of a tweet, or of any part of a thread, what `change` makes of those that it has. Throws not_found,
 * already_sent, discarded (it is in the bin), invalid about a picture.
 */
export async function changePictures(
  app: App,
  ask: { userId: string; tweetId: number },
  change: (present: readonly TweetPicture[]) => readonly PictureChoice[],
): Promise<TweetPicture[]> {
  return inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, ask.userId);
    const tweet = await getTweet({ db: trx }, ask.userId, ask.tweetId);
    requireOutOfBin(tweet);
    requireNotSoon(tweet);
    const now = app.clock.now();
    // A part that was not taken is tried again as it is; a tweet that failed is dismissed first, as for its words.
    const from = tweet.part ? (["pending", "scheduled", "failed"] as const) : (["pending", "scheduled"] as const);
    const moved = await queries.move(trx, { ...ask, from }, { updated_at: now });
    if (!moved) throw new AppError("already_sent", tooLate);
    if (tweet.part) await touchFirst(trx, tweet.part.threadId, now);
    const present = (await listPicturesOf(trx, [tweet.id])).get(tweet.id) ?? [];
    if (await placePictures(trx, { ...ask, now }, change(present)))
      await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "pictures", detail: null });
    return (await listPicturesOf(trx, [tweet.id])).get(tweet.id) ?? [];
  });
}

/** The pictures of parts that are about to be removed are kept as long as any that nobody uses, from now on. */
export async function emptyPictures(
  trx: Transaction,
  userId: string,
  parts: readonly Tweet[],
  now: number,
): Promise<void> {
  for (const { id } of parts) await placePictures(trx, { userId, tweetId: id, now }, []);
}

/** A part as it shall be. No word of its pictures: those that it has. */
export interface PartWords {
  content: string;
  /** Which part its words were typed over, from 0, where parts before it may be gone; left out: the one in its place. */
  place?: number;
  pictures?: readonly PictureChoice[] | undefined;
}

type Wanted = string | PartWords;
/** As they are kept. */
export const wordsOf = (part: Wanted): string => asTyped(typeof part === "string" ? part : part.content);
export const picturesOf = (part: Wanted) => (typeof part === "string" ? undefined : part.pictures);

/**
 * What pictures each part shall have. Words that only changed their place take theirs along; words that were changed keep
 * those of their place, unless these went elsewhere.
 */
export async function picturesToBe(trx: Transaction, { parts: current }: Thread, wanted: readonly Wanted[]) {
  const known = await listPicturesOf(
    trx,
    current.map(({ id }) => id),
  );
  const placeOf = (content: string) => current.findIndex((part) => asTyped(part.content) === content);
  const moved = new Set(wanted.map((part) => placeOf(wordsOf(part))));
  return wanted.map((part, n): readonly PictureChoice[] => {
    const from = placeOf(wordsOf(part));
    const place = typeof part === "string" ? n : (part.place ?? n);
    const source = current[from === -1 && !moved.has(place) ? place : from];
    const former = (source && known.get(source.id)) ?? [];
    return picturesOf(part) ?? former;
  });
}

/**
 * Makes these the pictures of the parts of a thread, in their order, once its words are what they shall be. Throws what
 * `placePictures` does, told of the part, and already_sent for other ones of what is out or on its way.
 */
export async function placeAll(
  trx: Transaction,
  first: Tweet,
  userId: string,
  pictures: readonly (readonly PictureChoice[])[],
  now: number,
): Promise<void> {
  const thread = await findThread(trx, first);
  for (const [n, part] of (thread?.parts ?? []).entries()) {
    const place = () => placePictures(trx, { userId, tweetId: part.id, now }, pictures[n] ?? []);
    if ((await aboutPart(n, place)) && isFixed(part)) throw fixedPart(part, n + 1);
  }
}

/** What is said of a part that is out or on its way. */
export const fixedPart = (part: Tweet, no: number): AppError =>
  new AppError("already_sent", `Part ${no} is ${isOut(part) ? "out already" : "on its way"} and can't be changed`);

/** What is wrong with a picture of a part is told of the part. */
async function aboutPart<T>(n: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid") throw error;
    const type = error.about?.type ?? error.itemFaults[0]?.type ?? "invalid";
    throw new AppError("invalid", `Part ${n + 1}: ${error.message}`, { about: { field: `parts.${n}`, type } });
  }
}
