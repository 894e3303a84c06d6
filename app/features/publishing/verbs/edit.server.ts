// Writes a user's own tweet and edits tweets that were not sent yet.
import type { App } from "~/app.server";
import { type Also, inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import { findServingAccount } from "~/features/accounts/accounts.server";
import type { PictureChoice } from "~/features/media/media";
import { placePictures } from "~/features/media/media.server";
import type { Thread } from "~/features/threads/thread";
import { requireRoomFor } from "~/features/tweets/store/room.server";
import { fingerprint } from "~/features/tweets/text";
import { asTyped } from "~/features/tweets/tweet";
import { requireKeepable, requirePostable } from "~/features/tweets/text.server";
import { getTweet, insertTweet, type Tweet } from "~/features/tweets/tweets.server";
import { byPerson, getVersion, keepVersion, type Making } from "~/features/tweets/versions.server";
import { unlessLeft } from "~/features/users/users.server";
import { meanwhile } from "~/features/publishing/rules/meanwhile";
import * as attempts from "~/features/publishing/store/attempts.server";
import { noteKey } from "~/features/publishing/store/key-events.server";
import * as queries from "~/features/publishing/store/tweets.server";
import {
  requireNoDuplicate,
  requireNotSoon,
  requireNotInTrash,
  requireWhole,
  timeZoneOf,
} from "./preconditions.server";

/** Writes a pending tweet, exactly as typed. Throws invalid, limit_reached, not_found (account), unauthenticated. */
export async function writeTweet(app: App, request: WriteRequest, followUp?: Also<Tweet>): Promise<Tweet> {
  const content = requirePostable(request.content);
  const written = inTransaction(app.db, async (trx) => {
    const tweet = await writeIn(trx, app, { ...request, content });
    await followUp?.(trx, tweet);
    return tweet;
  });
  return unlessLeft(app, written);
}

export interface WriteRequest {
  userId: string;
  content: string;
  account: string | null;
  pictures?: readonly PictureChoice[] | undefined;
}

/** Inside the caller's transaction. The text must come from `requirePostable` or `requireKeepable`. */
export async function writeIn(trx: Transaction, app: App, request: WriteRequest): Promise<Tweet> {
  await lockPersonWithAccounts(trx, request.userId);
  await requireRoomFor(trx, request.userId, [request.content]);
  return keepWords(trx, app, request);
}

/** Call it with the user locked and room checked. */
export async function keepWords(trx: Transaction, app: App, request: WriteRequest): Promise<Tweet> {
  const account = await findServingAccount({ ...app, db: trx }, request.userId, { named: request.account });
  const id = await insertTweet(trx, {
    userId: request.userId,
    accountId: account?.id ?? null,
    accountIsOwn: account !== null,
    batchId: null,
    position: 0,
    origin: "own",
    content: request.content,
    fingerprint: fingerprint(request.content),
    now: app.clock.now(),
  });
  await placePictures(trx, { userId: request.userId, tweetId: id, now: app.clock.now() }, request.pictures ?? []);
  return getTweet({ db: trx }, request.userId, id);
}

const editable = ["pending", "scheduled"] as const;

/** The tweet as the user saw it when they began to edit. */
export interface Seen {
  content: string;
  isScheduled: boolean;
}

export interface Asking {
  keyId?: number | null;
  /** Throws if the API key may not change a tweet in this state. */
  mayChange?: ((state: Tweet["state"]) => void) | undefined;
  requireRead?: Also<Tweet> | undefined;
}

/** Throws changed (not as `seen`), not_found, not_draft (it failed), already_sent, discarded, invalid, duplicate. */
export const editTweet = (
  app: App,
  request: {
    userId: string;
    tweetId: number;
    content: string;
    seen?: Seen;
    pictures?: readonly PictureChoice[] | undefined;
  } & Asking,
): Promise<Tweet> =>
  changeWords(app, request, async (_, tweet) => {
    if (request.seen) requireAsSeen(tweet, request.seen, request.content);
    return { ...byPerson, content: request.content };
  });

function requireAsSeen({ state, content: now }: Tweet, seen: Seen, content: string): void {
  if (state === "scheduled" && !seen.isScheduled) throw new AppError("changed", meanwhile.scheduled);
  const isOther = asTyped(now) !== asTyped(seen.content) && asTyped(now) !== asTyped(content);
  if ((state === "pending" || state === "scheduled") && isOther) throw new AppError("changed", meanwhile.edited);
}

/** Keeps the current text as a version too. Throws not_found and what `editTweet` throws. */
export const restoreVersion = (
  app: App,
  request: { userId: string; tweetId: number; no: number; isKept?: boolean } & Asking,
): Promise<Tweet> => changeWords(app, request, (trx, tweet) => getVersion(trx, tweet, request.no));

function requireUnlikeRest(thread: Thread | null, content: string): void {
  const print = fingerprint(content);
  const same = thread?.parts.slice(1).find((part) => fingerprint(part.content) === print);
  if (same) throw new AppError("duplicate", `Part ${same.part?.no ?? 2} of its thread has the same text.`);
}

const isOut = "This tweet is already posting or posted, so it can’t be changed.";
const hasFailed = "This tweet failed. Dismiss it first, then edit it.";

interface WordsRequest extends Asking {
  userId: string;
  tweetId: number;
  pictures?: readonly PictureChoice[] | undefined;
  /** A draft may be over the limit. */
  isKept?: boolean;
}

type WordsFor = (trx: Transaction, tweet: Tweet) => Promise<Making & { content: string }>;

const changeWords = (app: App, request: WordsRequest, wordsFor: WordsFor): Promise<Tweet> =>
  inTransaction(app.db, (trx) => changeWordsIn(trx, app, request, wordsFor));

/** Inside the caller's transaction. Throws what `editTweet` throws. */
export async function changeWordsIn(
  trx: Transaction,
  app: App,
  request: WordsRequest,
  wordsFor: WordsFor,
): Promise<Tweet> {
  const now = app.clock.now();
  await lockPersonWithAccounts(trx, request.userId);
  const tweet = await getTweet({ db: trx }, request.userId, request.tweetId);
  request.mayChange?.(tweet.state);
  await request.requireRead?.(trx, tweet);
  const thread = await requireWhole(trx, tweet);
  requireNotInTrash(tweet);
  requireNotSoon(tweet);
  const making = await wordsFor(trx, tweet);
  const isKept = request.isKept === true && tweet.state === "pending";
  const content = isKept ? requireKeepable(making.content) : requirePostable(making.content);
  const next = { ...making, content };
  requireUnlikeRest(thread, content);
  const timeZone = await timeZoneOf(trx, request.userId);
  if (tweet.state === "scheduled") await requireNoDuplicate(trx, app, { ...tweet, content }, timeZone);
  const change = { content, fingerprint: fingerprint(content), updated_at: now };
  const by = { userId: request.userId, tweetId: request.tweetId };
  const moved = await queries.move(trx, { ...by, from: editable }, change);
  if (!moved)
    throw tweet.state === "failed" ? new AppError("not_draft", hasFailed) : new AppError("already_sent", isOut);
  await keepVersion(trx, tweet, { ...next, now });
  await noteKey(trx, { tweetId: tweet.id, at: now, keyId: request.keyId, action: "Changed" });
  if (request.pictures && (await placePictures(trx, { ...by, now }, request.pictures)))
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "pictures", detail: null });
  await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "edited", detail: null });
  return getTweet({ db: trx }, request.userId, request.tweetId);
}
