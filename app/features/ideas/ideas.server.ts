// Ideas: every text that is not sent, and the bin for those that a person doesn't want. Nothing that was written is lost.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { isProposal } from "~/features/bots/bots.server";
import { recordForPrograms } from "~/features/events/events.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { AppError, isAppError } from "~/ground/errors";
import { binKeeps, binMessages, maxChosen } from "./bin";
import * as queries from "./queries.server";

interface BinRequest {
  userId: string;
  tweetId: number;
}

type Ground = Pick<App, "db" | "clock">;

/** Why a tweet in this state can't be discarded; null where it can. */
const refusalOf = ({ state, part }: Tweet): string | null => {
  if (part && part.no > 1) return binMessages.part;
  if (state === "pending" || state === "failed") return null;
  if (state === "scheduled") return binMessages.scheduled;
  return state === "published" ? binMessages.published : binMessages.inFlight;
};

/**
 * Puts a tweet in the bin, from where it can be restored for 30 days; its state stays. Idempotent. Throws not_found,
 * not_draft (scheduled, on its way, published, or a bot waits with it).
 */
export const discard = (app: Ground, ask: BinRequest): Promise<Tweet> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, ask.userId);
    return discardOne(trx, { ...ask, now: app.clock.now() });
  });

async function discardOne(trx: Transaction, ask: BinRequest & { now: number }): Promise<Tweet> {
  const tweet = await getTweet({ db: trx }, ask.userId, ask.tweetId);
  if (tweet.discardedAt !== null) return tweet;
  const refusal = refusalOf(tweet);
  if (refusal !== null) throw new AppError("not_draft", refusal);
  if (await isProposal(trx, tweet.id)) throw new AppError("not_draft", binMessages.proposal);
  if (!(await queries.discard(trx, ask))) throw new AppError("not_draft", binMessages.inFlight);
  await tell(trx, "tweet.discarded", ask);
  return getTweet({ db: trx }, ask.userId, ask.tweetId);
}

/**
 * Discards those of the chosen tweets that can be: what went out meanwhile stays, and is counted. Throws invalid for
 * none or too many, not_found where one is another's.
 */
export const discardChosen = (
  app: Ground,
  { userId, tweetIds }: { userId: string; tweetIds: readonly number[] },
): Promise<{ discarded: number[]; kept: number }> =>
  inTransaction(app.db, async (trx) => {
    const chosen = [...new Set(tweetIds)];
    if (chosen.length === 0 || chosen.length > maxChosen) throw new AppError("invalid", binMessages.none);
    await lockPersonWithAccounts(trx, userId);
    const now = app.clock.now();
    const discarded: number[] = [];
    for (const tweetId of chosen) {
      try {
        await discardOne(trx, { userId, tweetId, now });
        discarded.push(tweetId);
      } catch (error) {
        if (!isAppError(error) || error.code !== "not_draft") throw error;
      }
    }
    return { discarded, kept: chosen.length - discarded.length };
  });

/** False where it is not there. */
async function restoreOne(trx: Transaction, ask: BinRequest & { now: number }): Promise<boolean> {
  if (!(await queries.restore(trx, ask))) return false;
  await tell(trx, "tweet.restored", ask);
  return true;
}

const tell = (
  trx: Transaction,
  type: "tweet.discarded" | "tweet.restored",
  { userId, tweetId, now: at }: BinRequest & { now: number },
): Promise<void> => recordForPrograms(trx, [{ type, userId, tweetId, at }]);

/** Takes a tweet out of the bin: it is what it was. Throws not_found, not_discarded. */
export const restore = (app: Ground, ask: BinRequest): Promise<Tweet> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, ask.userId);
    await getTweet({ db: trx }, ask.userId, ask.tweetId);
    const isBack = await restoreOne(trx, { ...ask, now: app.clock.now() });
    if (!isBack) throw new AppError("not_discarded", binMessages.notInBin);
    return getTweet({ db: trx }, ask.userId, ask.tweetId);
  });

/** Takes several out of the bin, as far as they are there: what a discard of several is undone by. Returns how many. */
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

/** Deletes a tweet of the bin for good. Throws not_found, not_discarded. */
export const deleteForGood = (app: Ground, ask: BinRequest): Promise<void> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, ask.userId);
    await getTweet({ db: trx }, ask.userId, ask.tweetId);
    if (!(await queries.deleteDiscarded(trx, ask))) throw new AppError("not_discarded", binMessages.notInBin);
  });

/** Deletes for good whatever the person's bin holds; returns how many. */
export const emptyBin = (app: Ground, userId: string): Promise<number> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    return queries.deleteBin(trx, userId);
  });

/** Rows a statement. A post has its turn between two of them. */
const maxRows = 500;

/** Deletes what was discarded more than 30 days ago; returns how many. */
export async function pruneDiscarded(app: Pick<App, "db" | "clock" | "work">): Promise<number> {
  let sum = 0;
  for (;;) {
    const gone = await queries.deleteDiscardedBefore(app.db, app.clock.now() - binKeeps, maxRows);
    sum += gone;
    if (gone < maxRows || app.work.shutdownSignal.aborted) return sum;
  }
}
