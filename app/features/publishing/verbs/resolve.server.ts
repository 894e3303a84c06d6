// Settles a lost answer by the user's word when the account's posts can't be read.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import { type Happened, recordEvents } from "~/features/events/events.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { requireUnlinkedPost } from "./preconditions.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { followParts } from "~/features/publishing/engine/follow.server";
import { unscheduleReturned } from "~/features/publishing/engine/unschedule.server";

/** `postId` is where the user found the tweet. Throws not_found, not_asked, changed, post_taken. */
export async function resolve(
  app: App,
  request: { userId: string; tweetId: number; published: boolean; postId?: string | null },
): Promise<Tweet> {
  const now = app.clock.now();
  const resolved = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    const tweet = await getTweet({ db: trx }, request.userId, request.tweetId);
    const row = await queries.findUnconfirmed(trx, tweet.id);
    if (!row?.lease_token) throw new AppError("not_asked", "This tweet doesn’t need your confirmation.");
    const { lease_token: token } = row;
    // After a restore, due_at may be in the future.
    const sentAt = Math.min(row.due_at ?? now, now);
    const attempt = await attempts.findAttempt(trx, token);
    const again =
      row.publish_type === "scheduled"
        ? { state: "scheduled" as const, due_at: attempt?.resume_at ?? now, undo_until: null }
        : {
            state: "failed" as const,
            error: "You confirmed that it isn’t posted. Retry if you still want to post it.",
          };
    const postId = request.postId ?? null;
    if (request.published && postId !== null && row.account_id !== null)
      await requireUnlinkedPost(trx, row.account_id, postId);
    const out = { state: "published" as const, published_at: sentAt, post_id: postId, error: null };
    const change = request.published ? out : again;
    const freed = {
      error: null,
      ...change,
      error_code: null,
      updated_at: now,
      lease_token: null,
      lease_until: null,
      lease_node: null,
    };
    if (!(await queries.conclude(trx, tweet.id, token, freed)))
      throw new AppError("changed", "This tweet no longer needs your confirmation.");
    const outcome = request.published ? ("published" as const) : ("absent" as const);
    await attempts.endAttempt(trx, token, {
      outcome,
      code: "person",
      detail: null,
      postId: request.published ? postId : null,
      now,
    });
    const kind = request.published ? "person_found" : "person_absent";
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind, detail: null });
    const whose = { userId: request.userId, tweetId: tweet.id, accountId: row.account_id, at: now };
    const news: Happened = { ...whose, type: "tweet.unknown_resolved", detail: request.published ? "out" : null };
    await recordEvents(trx, app, [
      ...(request.published ? [{ ...whose, type: "tweet.published" as const }] : []),
      news,
    ]);
    await unscheduleReturned(trx, [tweet.id], now);
    await followParts(trx, [tweet.id], { gapMs: app.config.threadGapMs, now });
    return getTweet({ db: trx }, request.userId, tweet.id);
  });
  app.wake();
  return resolved;
}
