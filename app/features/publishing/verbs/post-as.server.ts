// Changes the account that a tweet is posted with.
import type { App } from "~/app.server";
import { type Db, inTransaction, type Transaction } from "~db/database.server";
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
  const tweet = await inTransaction(app.db, (trx) => postAsIn(trx, app, request));
  app.wake();
  return tweet;
}

/** Inside the caller's transaction. */
export async function postAsIn(trx: Transaction, app: App, request: SendRequest & { account: string }): Promise<Tweet> {
  const { tweet, account } = await requireSendable(trx, app, request, movable);
  await changeAccountOf(trx, app, tweet, account);
  return getTweet({ db: trx }, request.userId, tweet.id);
}

/** Call it with the user locked; the account is theirs. Throws already_sent. */
export async function changeAccountOf(
  trx: Transaction,
  app: Pick<App, "clock">,
  tweet: Tweet,
  account: Account,
): Promise<void> {
  if (tweet.ownAccountId === account.id) return;
  const now = app.clock.now();
  const { id: tweetId, userId } = tweet;
  const change = { account_id: account.id, account_is_own: 1 as const, updated_at: now };
  if (!(await queries.move(trx, { userId, tweetId, from: movable }, change)))
    throw new AppError("already_sent", preconditionMessages.alreadySent);
  if (tweet.part) await moveParts(trx, tweet.part.threadId, account.id, now);
  await attempts.insertEvent(trx, { tweetId, at: now, kind: "account", detail: `@${account.username}` });
  if (tweet.state === "scheduled") await recordForPrograms(trx, [{ type: "tweet.edited", userId, tweetId, at: now }]);
}

export async function noteChangeOfAccount(trx: Db, tweet: Tweet, account: Account, now: number): Promise<void> {
  if (tweet.ownAccountId === null || tweet.ownAccountId === account.id) return;
  await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "account", detail: `@${account.username}` });
}
