// Which account a tweet goes out as: changed only by an act of its own or by a name, and always said in the journal.
import type { App } from "~/app.server";
import { type Db, inTransaction } from "~db/database.server";
import { AppError } from "~/ground/errors";
import type { Account } from "~/features/accounts/account";
import { recordForPrograms } from "~/features/events/events.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { moveParts } from "~/features/publishing/store/parts.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { type SendRequest, requireSendable, preconditionMessages } from "./preconditions.server";

const movable = ["pending", "failed", "scheduled"] as const;

/**
 * Gives a tweet that has not gone out another account, which is its own from now on; its state and moment stay.
 * Idempotent. Throws not_found (no such tweet, or the account is not linked), already_sent, account_paused,
 * account_reconnect, invalid (the network would refuse the text).
 */
export async function postAs(app: App, ask: SendRequest & { account: string }): Promise<Tweet> {
  const tweet = await inTransaction(app.db, async (trx) => {
    const now = app.clock.now();
    const { tweet, account } = await requireSendable(trx, app, ask, movable);
    if (tweet.ownAccountId !== account.id) {
      const change = { account_id: account.id, account_is_own: 1 as const, updated_at: now };
      const by = { userId: ask.userId, tweetId: ask.tweetId, from: movable };
      if (!(await queries.move(trx, by, change))) throw new AppError("already_sent", preconditionMessages.alreadySent);
      if (tweet.part) await moveParts(trx, tweet.part.threadId, account.id, now);
      await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "account", detail: `@${account.username}` });
      if (tweet.state === "scheduled")
        await recordForPrograms(trx, [{ type: "tweet.edited", userId: ask.userId, tweetId: tweet.id, at: now }]);
    }
    return getTweet({ db: trx }, ask.userId, tweet.id);
  });
  // The other account may post sooner: its gap and its pause are its own.
  app.wake();
  return tweet;
}

/** Call it where a tweet is put on its way: the journal says so where the account is not the tweet's own. */
export async function noteChangeOfAccount(trx: Db, tweet: Tweet, account: Account, now: number): Promise<void> {
  if (tweet.ownAccountId === null || tweet.ownAccountId === account.id) return;
  await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "account", detail: `@${account.username}` });
}
