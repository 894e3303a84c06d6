// Moves unsent tweets to the trash, restores them and deletes them.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { isProposal } from "~/features/bots/bots.server";
import { recordForPrograms } from "~/features/events/events.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { AppError, isAppError } from "~/ground/errors";
import { trashRetention, trashMessages, maxChosen } from "./trash";
import * as queries from "./queries.server";

interface TrashRequest {
  userId: string;
  tweetId: number;
}

type Ground = Pick<App, "db" | "clock">;

const refusalOf = ({ state, part }: Tweet): string | null => {
  if (part && part.no > 1) return trashMessages.part;
  if (state === "pending" || state === "failed") return null;
  if (state === "scheduled") return trashMessages.scheduled;
  return state === "published" ? trashMessages.published : trashMessages.inFlight;
};

/** Keeps the tweet's state. Idempotent. Throws not_found, and not_draft if scheduled, sent, or a bot's proposal. */
export const moveToTrash = (app: Ground, request: TrashRequest): Promise<Tweet> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    return moveOneToTrash(trx, { ...request, now: app.clock.now() });
  });

async function moveOneToTrash(trx: Transaction, request: TrashRequest & { now: number }): Promise<Tweet> {
  const tweet = await getTweet({ db: trx }, request.userId, request.tweetId);
  if (tweet.discardedAt !== null) return tweet;
  const refusal = refusalOf(tweet);
  if (refusal !== null) throw new AppError("not_draft", refusal);
  if (await isProposal(trx, tweet.id)) throw new AppError("not_draft", trashMessages.proposal);
  if (!(await queries.moveToTrash(trx, request))) throw new AppError("not_draft", trashMessages.inFlight);
  await tell(trx, "tweet.discarded", request);
  return getTweet({ db: trx }, request.userId, request.tweetId);
}

/** Skips tweets that can't be discarded. Throws invalid for none or too many, not_found for another user's. */
export const moveChosenToTrash = (
  app: Ground,
  { userId, tweetIds }: { userId: string; tweetIds: readonly number[] },
): Promise<{ discarded: number[]; kept: number }> =>
  inTransaction(app.db, async (trx) => {
    const chosen = [...new Set(tweetIds)];
    if (chosen.length === 0 || chosen.length > maxChosen) throw new AppError("invalid", trashMessages.none);
    await lockPersonWithAccounts(trx, userId);
    const now = app.clock.now();
    const discarded: number[] = [];
    for (const tweetId of chosen) {
      try {
        await moveOneToTrash(trx, { userId, tweetId, now });
        discarded.push(tweetId);
      } catch (error) {
        if (!isAppError(error) || error.code !== "not_draft") throw error;
      }
    }
    return { discarded, kept: chosen.length - discarded.length };
  });

async function restoreOne(trx: Transaction, request: TrashRequest & { now: number }): Promise<boolean> {
  if (!(await queries.restore(trx, request))) return false;
  await tell(trx, "tweet.restored", request);
  return true;
}

const tell = (
  trx: Transaction,
  type: "tweet.discarded" | "tweet.restored",
  { userId, tweetId, now: at }: TrashRequest & { now: number },
): Promise<void> => recordForPrograms(trx, [{ type, userId, tweetId, at }]);

/** Throws not_found and not_discarded. */
export const restore = (app: Ground, request: TrashRequest): Promise<Tweet> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    await getTweet({ db: trx }, request.userId, request.tweetId);
    const isBack = await restoreOne(trx, { ...request, now: app.clock.now() });
    if (!isBack) throw new AppError("not_discarded", trashMessages.notInTrash);
    return getTweet({ db: trx }, request.userId, request.tweetId);
  });

export const restoreChosen = (
  app: Ground,
  { userId, tweetIds }: { userId: string; tweetIds: readonly number[] },
): Promise<number> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const now = app.clock.now();
    let count = 0;
    for (const tweetId of new Set(tweetIds.slice(0, maxChosen)))
      if (await restoreOne(trx, { userId, tweetId, now })) count += 1;
    return count;
  });

/** Throws not_found and not_discarded. */
export const deletePermanently = (app: Ground, request: TrashRequest): Promise<void> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    await getTweet({ db: trx }, request.userId, request.tweetId);
    if (!(await queries.deleteDiscarded(trx, request))) throw new AppError("not_discarded", trashMessages.notInTrash);
  });

export const emptyTrash = (app: Ground, userId: string): Promise<number> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    return queries.deleteTrash(trx, userId);
  });

/** Rows per statement, so that posting isn't blocked for long. */
const maxRows = 500;

export async function pruneDiscarded(app: Pick<App, "db" | "clock" | "work">): Promise<number> {
  let sum = 0;
  for (;;) {
    const gone = await queries.deleteDiscardedBefore(app.db, app.clock.now() - trashRetention, maxRows);
    sum += gone;
    if (gone < maxRows || app.work.shutdownSignal.aborted) return sum;
  }
}
