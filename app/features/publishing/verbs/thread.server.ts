// Writes, changes, continues and stops a user's thread.
import type { App } from "~/app.server";
import { type Also, inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { inactiveCode, isInactive } from "~/features/accounts/account";
import { findServingAccount, getAccount } from "~/features/accounts/accounts.server";
import {
  countOut,
  insertPart,
  insertThread,
  isFixed,
  isOut,
  removeParts,
  requireParts,
  seenOf,
  setDone,
  setGoing,
  setStopped,
  stateOf,
  type Thread,
  touchFirst,
} from "~/features/threads/threads.server";
import { requireRoomFor } from "~/features/tweets/store/room.server";
import { fingerprint } from "~/features/tweets/text";
import { asTyped } from "~/features/tweets/tweet";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { byPerson, keepVersion } from "~/features/tweets/versions.server";
import { unlessLeft } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { meanwhile } from "~/features/publishing/rules/meanwhile";
import * as attempts from "~/features/publishing/store/attempts.server";
import { listDeletions } from "~/features/publishing/store/deletion-orders.server";
import { noteKey } from "~/features/publishing/store/key-events.server";
import * as parts from "~/features/publishing/store/parts.server";
import * as queries from "~/features/publishing/store/tweets.server";
import {
  requireDayFor,
  requireNoDuplicate,
  requireNoDuplicates,
  requireNotSoon,
  requireNotInTrash,
  requireUnlinkedPost,
  requireWhole,
  timeZoneOf,
  whyInactive,
} from "./preconditions.server";
import type { Asking } from "./edit.server";
import { requireWithinDay, watchDay } from "./publish-now.server";
import {
  fixedPart,
  type PartWords,
  picturesOf,
  picturesToBe,
  placeAll,
  emptyPictures,
  wordsOf,
} from "./pictures.server";

export type { PartWords } from "./pictures.server";

export const threadMessages = {
  notThread: "This tweet isn’t a thread.",
  notStopped: "This thread isn’t stopped.",
  notGoing: "This thread isn’t being posted.",
  deleted: "Parts of this thread are deleted or being deleted, so it can’t be changed or continued.",
  scheduled: "No part of this thread is posted yet. Unschedule it instead.",
  ended: "This thread has ended, so new parts would never be posted.",
} as const;

interface Which {
  userId: string;
  tweetId: number;
  keyId?: number | null;
}

/** Writes a draft of 2 to 25 parts. Throws invalid, limit_reached, not_found (account), unauthenticated (user left). */
export async function writeThread(app: App, request: NewThread, followUp?: Also<Tweet>): Promise<Tweet> {
  requireParts(request.parts.map(wordsOf));
  const written = inTransaction(app.db, async (trx) => {
    const first = await writeThreadIn(trx, app, request);
    await followUp?.(trx, first);
    return first;
  });
  return unlessLeft(app, written);
}

interface NewThread {
  userId: string;
  parts: readonly (string | PartWords)[];
  account: string | null;
}

/** Inside the caller's transaction. The parts must come from `requireParts`. */
export async function writeThreadIn(trx: Transaction, app: App, request: NewThread): Promise<Tweet> {
  const { userId } = request;
  const parts = request.parts.map(wordsOf);
  await lockPersonWithAccounts(trx, userId);
  await requireRoomFor(trx, userId, parts);
  const account = await findServingAccount({ ...app, db: trx }, userId, { named: request.account });
  const now = app.clock.now();
  const id = await insertThread(trx, { userId, accountId: account?.id ?? null, parts, now });
  const first = await getTweet({ db: trx }, userId, id);
  const pictures = request.parts.map((part) => picturesOf(part) ?? []);
  await placeAll(trx, first, userId, pictures, now);
  return first;
}

type ThreadChange = Which & { parts: readonly (string | PartWords)[]; seen?: string } & Pick<
    Asking,
    "mayChange" | "requireRead"
  >;

/**
 * Replaces the whole thread by `parts`; sent parts must stay as they are. `seen` is `seenOf` when the user began.
 * Throws not_found, not_thread, changed, already_sent, deleted, invalid, limit_reached, duplicate, daily_post_limit,
 * daily_spend_limit.
 */
export async function changeThread(app: App, request: ThreadChange): Promise<Tweet> {
  requireParts(request.parts.map(wordsOf));
  return inTransaction(app.db, (trx) => changeThreadIn(trx, app, request));
}

/** Inside the caller's transaction. The parts must come from `requireParts`. */
export async function changeThreadIn(trx: Transaction, app: App, request: ThreadChange): Promise<Tweet> {
  const wanted = request.parts.map(wordsOf);
  const { tweet, thread } = await findOwn(trx, request);
  // Changes to a going or stopped thread will be published.
  request.mayChange?.(stateOf(thread) === "draft" ? "pending" : "scheduled");
  await request.requireRead?.(trx, tweet);
  if (request.seen !== undefined && request.seen !== seenOf(thread.parts))
    throw new AppError("changed", meanwhile.editedThread);
  await requireNothingDeleted(trx, thread);
  requireFixedKept(thread, wanted);
  await requireRoomFor(trx, request.userId, wanted.slice(thread.parts.length));
  const pictures = await picturesToBe(trx, thread, request.parts);
  const timeZone = await timeZoneOf(trx, request.userId);
  const state = stateOf(thread);
  if (state === "done" && request.parts.length > thread.parts.length)
    throw new AppError("already_sent", threadMessages.ended);
  const isPlaced = state !== "draft";
  let requireRoomOfDay = () => Promise.resolve();
  if (isPlaced && tweet.account) {
    const account = await getAccount({ ...app, db: trx }, request.userId, tweet.account.networkUserId);
    requireDayFor(app, account, request.parts.length);
    requireRoomOfDay = await watchDay(trx, app, { userId: request.userId, account, timeZone });
  }
  const now = app.clock.now();
  for (const [n, content] of wanted.entries()) {
    const part = thread.parts[n];
    if (part && asTyped(part.content) === content) continue;
    // Otherwise the second of two duplicates would be refused only when it is due.
    if (isPlaced) {
      const probe = { ...tweet, id: part?.id ?? 0, content, part: { threadId: thread.id, no: n + 1 } };
      await requireNoDuplicate(trx, app, probe, timeZone);
    }
    if (part) await changePart(trx, part, content, now);
    else
      await insertPart(trx, {
        userId: request.userId,
        accountId: tweet.ownAccountId,
        threadId: thread.id,
        no: n + 1,
        content,
        now,
      });
  }
  await emptyPictures(trx, request.userId, thread.parts.slice(request.parts.length), now);
  await removeParts(trx, thread.id, request.parts.length + 1);
  await placeAll(trx, tweet, request.userId, pictures, now);
  await requireRoomOfDay();
  await touchFirst(trx, thread.id, now);
  const left = thread.parts.slice(0, request.parts.length);
  if (left.length === request.parts.length && left.every(isOut)) await setDone(trx, thread.id, now);
  await noteKey(trx, { tweetId: tweet.id, at: now, keyId: request.keyId, action: "Changed" });
  await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "edited", detail: null });
  return getTweet({ db: trx }, request.userId, request.tweetId);
}

function requireFixedKept({ parts: current }: Thread, wanted: readonly string[]): void {
  for (const [n, part] of current.entries()) {
    if (!isFixed(part) || wanted[n] === asTyped(part.content)) continue;
    throw fixedPart(part, n + 1);
  }
}

const changeable = ["pending", "scheduled", "failed"] as const;

async function changePart(trx: Transaction, part: Tweet, content: string, now: number): Promise<void> {
  const by = { userId: part.userId, tweetId: part.id, from: changeable };
  const change = { content, fingerprint: fingerprint(content), updated_at: now };
  if (!(await queries.move(trx, by, change)))
    throw new AppError("already_sent", `Part ${part.part?.no ?? 1} is being posted and can’t be changed.`);
  await keepVersion(trx, part, { ...byPerson, content, now });
}

/**
 * Continues a stopped thread with the part that failed. `postId`: post of the last published part, if unknown. Throws
 * not_found, not_thread, not_failed (not stopped), deleted, post_unknown, post_taken, invalid, duplicate, and errors
 * about account and day.
 */
export async function continueThread(
  app: App,
  request: Which & { postId?: string | null },
  followUp?: Also<Tweet>,
): Promise<Tweet> {
  const going = await inTransaction(app.db, async (trx) => {
    const { tweet, thread } = await findOwn(trx, request);
    if (stateOf(thread) !== "stopped") throw new AppError("not_failed", threadMessages.notStopped);
    await requireNothingDeleted(trx, thread);
    const now = app.clock.now();
    const out = countOut(thread.parts);
    const rest = thread.parts.slice(out);
    const [next] = rest;
    // Checked before `setGoing`, since parts of a going thread already count for the day.
    if (next && !isFixed(next)) await placeRest(trx, app, request, { thread, rest, next });
    if (next) await setGoing(trx, thread.id, now);
    else await setDone(trx, thread.id, now);
    await noteKey(trx, { tweetId: tweet.id, at: now, keyId: request.keyId, action: "Continued" });
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "continued", detail: String(out + 1) });
    const after = await getTweet({ db: trx }, request.userId, request.tweetId);
    await followUp?.(trx, after);
    return after;
  });
  app.wake();
  return going;
}

async function placeRest(
  trx: Transaction,
  app: App,
  request: Which & { postId?: string | null },
  { thread, rest, next }: { thread: Thread; rest: Tweet[]; next: Tweet },
): Promise<void> {
  const before = thread.parts[(next.part?.no ?? 1) - 2];
  const now = app.clock.now();
  const account = await getAccount({ ...app, db: trx }, request.userId, before?.account?.networkUserId ?? "");
  if (isInactive(account)) throw new AppError(inactiveCode(account), whyInactive(account));
  requireParts(thread.parts.map(({ content }) => content));
  const timeZone = await timeZoneOf(trx, request.userId);
  const sendable = { tweet: next, rest: rest.slice(1), account, timeZone };
  await requireNoDuplicates(trx, app, sendable);
  await requireWithinDay(trx, app, sendable);
  if (before && before.postId === null) {
    if (!request.postId) throw new AppError("post_unknown", `Add the URL of part ${before.part?.no ?? 1}’s post.`);
    await requireUnlinkedPost(trx, account.id, request.postId);
    await parts.setPostId(trx, before.id, request.postId);
  }
  await parts.placePart(trx, {
    threadId: thread.id,
    no: next.part?.no ?? 1,
    accountId: account.id,
    dueAt: now,
    now,
  });
}

/** Stops a going thread or ends a stopped one. Throws not_found, not_thread, not_going, changed (not as `seen`). */
export async function stopThread(app: App, request: Which & { seen?: "going" | "stopped" }): Promise<Tweet> {
  return inTransaction(app.db, async (trx) => {
    const { tweet, thread } = await findOwn(trx, request);
    const now = app.clock.now();
    const state = stateOf(thread);
    const [first] = thread.parts;
    if (state === "going" && first?.state === "scheduled") throw new AppError("not_going", threadMessages.scheduled);
    if (state === "draft" || state === "done") throw new AppError("not_going", threadMessages.notGoing);
    // The user saw the thread going and doesn't mean to end it.
    if (request.seen !== undefined && request.seen !== state)
      throw new AppError("changed", state === "going" ? threadMessages.notStopped : threadMessages.notGoing);
    if (state === "stopped") await setDone(trx, thread.id, now);
    else {
      await setStopped(trx, thread.id, { code: "person", reason: null, now });
      await parts.unscheduleParts(trx, { threadId: thread.id, from: 2, now });
    }
    const kind = state === "stopped" ? "ended" : "stopped";
    await noteKey(trx, { tweetId: tweet.id, at: now, keyId: request.keyId, action: "Stopped" });
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind, detail: null });
    return getTweet({ db: trx }, request.userId, request.tweetId);
  });
}

async function findOwn(trx: Transaction, request: Which): Promise<{ tweet: Tweet; thread: Thread }> {
  await lockPersonWithAccounts(trx, request.userId);
  const tweet = await getTweet({ db: trx }, request.userId, request.tweetId);
  const thread = await requireWhole(trx, tweet);
  requireNotInTrash(tweet);
  requireNotSoon(tweet);
  if (!thread) throw new AppError("not_thread", threadMessages.notThread);
  return { tweet, thread };
}

/** Throws deleted: the next part would reply to a deleted post. */
async function requireNothingDeleted(trx: Transaction, { parts: all }: Thread): Promise<void> {
  const ordered = await listDeletions(
    trx,
    all.map(({ id }) => id),
  );
  if (ordered.size > 0 || all.some(({ deletedAt }) => deletedAt !== null))
    throw new AppError("deleted", threadMessages.deleted);
}
