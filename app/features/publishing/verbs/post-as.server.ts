// Changes the account that a tweet is posted with.
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

/** State and time stay. Idempotent. Throws not_found, already_sent, account_paused, account_reconnect, invalid. */
export async function postAs(app: App, request: SendRequest & { account: string }): Promise<Tweet> {
  const tweet = await inTransaction(app.db, async (trx) => {
    const now = app.clock.now();
    const { tweet, account } = await requireSendable(trx, app, request, movable);
    if (tweet.ownAccountId !== account.id) {
      const change = { account_id: account.id, account_is_own: 1 as const, updated_at: now };
      const by = { userId: request.userId, tweetId: request.tweetId, from: movable };
      if (!(await queries.move(trx, by, change))) throw new AppError("already_sent", preconditionMessages.alreadySent);
      if (tweet.part) await moveParts(trx, tweet.part.threadId, account.id, now);
      await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "account", detail: `@${account.username}` });
      if (tweet.state === "scheduled")
        await recordForPrograms(trx, [{ type: "tweet.edited", userId: request.userId, tweetId: tweet.id, at: now }]);
    }
    return getTweet({ db: trx }, request.userId, tweet.id);
  });
  app.wake();
  return tweet;
}

export async function noteChangeOfAccount(trx: Db, tweet: Tweet, account: Account, now: number): Promise<void> {
  if (tweet.ownAccountId === null || tweet.ownAccountId === account.id) return;
  await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "account", detail: `@${account.username}` });
}
