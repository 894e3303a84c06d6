// Changes the pictures of tweets and thread parts that were not sent yet.
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
import { requireNotSoon, requireNotInTrash } from "./preconditions.server";

const tooLate = "This tweet is already posting or posted, so its images can’t be changed.";

interface PicturesRequest {
  userId: string;
  tweetId: number;
}

/** Throws not_found, already_sent, discarded, invalid (about a picture). */
export const changePictures = (
  app: App,
  request: PicturesRequest,
  change: (present: readonly TweetPicture[]) => readonly PictureChoice[],
): Promise<TweetPicture[]> => inTransaction(app.db, (trx) => changePicturesIn(trx, app, request, change));

/** Inside the caller's transaction. */
export async function changePicturesIn(
  trx: Transaction,
  app: App,
  request: PicturesRequest,
  change: (present: readonly TweetPicture[]) => readonly PictureChoice[],
): Promise<TweetPicture[]> {
  await lockPersonWithAccounts(trx, request.userId);
  const tweet = await getTweet({ db: trx }, request.userId, request.tweetId);
  requireNotInTrash(tweet);
  requireNotSoon(tweet);
  const now = app.clock.now();
  // A failed part is retried as it is; a failed tweet must be dismissed first.
  const from = tweet.part ? (["pending", "scheduled", "failed"] as const) : (["pending", "scheduled"] as const);
  const moved = await queries.move(trx, { ...request, from }, { updated_at: now });
  if (!moved) throw new AppError("already_sent", tooLate);
  if (tweet.part) await touchFirst(trx, tweet.part.threadId, now);
  const present = (await listPicturesOf(trx, [tweet.id])).get(tweet.id) ?? [];
  if (await placePictures(trx, { ...request, now }, change(present)))
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "pictures", detail: null });
  return (await listPicturesOf(trx, [tweet.id])).get(tweet.id) ?? [];
}

export async function emptyPictures(
  trx: Transaction,
  userId: string,
  parts: readonly Tweet[],
  now: number,
): Promise<void> {
  for (const { id } of parts) await placePictures(trx, { userId, tweetId: id, now }, []);
}

/** Without `pictures`, the part keeps those it has. */
export interface PartWords {
  content: string;
  /** Index of the part that this text replaces; missing: the same index. */
  place?: number;
  pictures?: readonly PictureChoice[] | undefined;
}

type Wanted = string | PartWords;
export const wordsOf = (part: Wanted): string => asTyped(typeof part === "string" ? part : part.content);
export const picturesOf = (part: Wanted) => (typeof part === "string" ? undefined : part.pictures);

/** Moved text takes its pictures along; changed text keeps those of its place unless they moved. */
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

/** Call it after the text has changed. Throws already_sent for a sent part, and what `placePictures` throws. */
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

export const fixedPart = (part: Tweet, no: number): AppError =>
  new AppError(
    "already_sent",
    `Part ${no} is ${isOut(part) ? "already posted" : "being posted"} and can’t be changed.`,
  );

async function aboutPart<T>(n: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid") throw error;
    const type = error.about?.type ?? error.itemFaults[0]?.type ?? "invalid";
    throw new AppError("invalid", `Part ${n + 1}: ${error.message}`, { about: { field: `parts.${n}`, type } });
  }
}
