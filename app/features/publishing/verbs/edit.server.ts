// The words of a tweet: one's own, and changing them while it has not gone out.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { fingerprint } from "~/features/tweets/text";
import { requirePostable } from "~/features/tweets/text.server";
import { getTweet, insertTweet, type Tweet } from "~/features/tweets/tweets.server";
import { unlessLeft } from "~/features/users/users.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { requireNoDuplicate, timeZoneOf } from "./preconditions.server";

/** One's own words as a pending tweet, kept exactly as typed; the account that serves is its own. Throws invalid, not_found for an account not linked, unauthenticated where the person has left. */
export async function writeTweet(
  app: App,
  ask: { userId: string; content: string; account: string | null },
): Promise<Tweet> {
  requirePostable(ask.content);
  const written = inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, ask.userId);
    const account = await findServingAccount({ ...app, db: trx }, ask.userId, { named: ask.account });
    const id = await insertTweet(trx, {
      userId: ask.userId,
      accountId: account?.id ?? null,
      accountIsOwn: account !== null,
      batchId: null,
      position: 0,
      origin: "own",
      content: ask.content,
      fingerprint: fingerprint(ask.content),
      now: app.clock.now(),
    });
    return getTweet({ db: trx }, ask.userId, id);
  });
  return unlessLeft(app, written);
}

const editable = ["pending", "scheduled"] as const;

/** Changes the words of a tweet that has not gone out. Throws not_found, conflict, invalid, duplicate. */
export async function editTweet(app: App, ask: { userId: string; tweetId: number; content: string }): Promise<Tweet> {
  const now = app.clock.now();
  return inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, ask.userId);
    const tweet = await getTweet({ db: trx }, ask.userId, ask.tweetId);
    requirePostable(ask.content);
    const timeZone = await timeZoneOf(trx, ask.userId);
    // Two scheduled tweets that say the same would be refused only when the second one is due.
    if (tweet.state === "scheduled") await requireNoDuplicate(trx, app, { ...tweet, content: ask.content }, timeZone);
    const change = { content: ask.content, fingerprint: fingerprint(ask.content), updated_at: now };
    const moved = await queries.move(trx, { ...ask, from: editable }, change);
    if (!moved) throw new AppError("conflict", "This tweet is on its way or out, and can't be changed any more");
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "edited", detail: null });
    return getTweet({ db: trx }, ask.userId, ask.tweetId);
  });
}
