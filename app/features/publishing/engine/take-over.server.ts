// Recovers sends left without an outcome: the node died, a write failed, or they never started.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import { findAccountRow, noteScheduledSends } from "~/features/accounts/accounts.server";
import { setGoing } from "~/features/threads/threads.server";
import { hasLink } from "~/features/tweets/text.server";
import { postMicrosOf } from "~/features/spending/price";
import * as attempts from "~/features/publishing/store/attempts.server";
import * as queries from "~/features/publishing/store/tweets.server";
import type { TweetRow } from "~/features/publishing/store/tweets.server";
import * as unknowns from "~/features/publishing/store/unknown.server";
import type { Claimed } from "./claimed.server";
import { isOwnClaim, listOwnClaims } from "./own-claims.server";
import { conclude } from "./send.server";

/** An outcome that could not be written, for example on a full disk. */
const whyOpen = { stopped: "the server stopped", lost: "its result couldn’t be saved" } as const;

/** Marks orphaned sends unknown. They keep their tokens, so a late outcome can still be written. Returns how many. */
export async function takeOverSends(app: App): Promise<number> {
  const open = await queries.listPublishing(app.db);
  if (open.length === 0) return 0;
  const ownId = app.node.id();
  const others = new Set(open.flatMap(({ lease_node: node }) => (node === null || node === ownId ? [] : [node])));
  const lost = new Set(await app.node.lostAmong([...others]));
  const now = app.clock.now();
  let count = 0;
  for (const tweet of open) {
    const { lease_node: node, lease_token: token } = tweet;
    if (node === null || lost.has(node)) count += await markUnknown(app, tweet, "stopped");
    else if ((tweet.lease_until ?? 0) <= now) count += await markUnknown(app, tweet, "lost");
    else if (node === ownId && token !== null && !isOwnClaim(app, token)) await putBack(app, tweet, token);
  }
  if (count > 0) app.log.warn({ tweets: count }, "sends without an end will be looked up");
  return count;
}

async function markUnknown(app: App, tweet: TweetRow, reason: keyof typeof whyOpen): Promise<number> {
  const token = tweet.lease_token ?? "";
  const now = app.clock.now();
  const settleAt = now + app.config.reconcileAfterMs;
  return inTransaction(app.db, async (trx) => {
    const sentAt = (await attempts.findAttempt(trx, token))?.started_at ?? tweet.due_at;
    // Another node may do the same; the first one wins.
    if (!(await unknowns.markSendUnknown(trx, tweet.id, { token, sentAt, checkAt: settleAt, now }))) return 0;
    const end = { outcome: "unknown" as const, code: "lost", detail: whyOpen[reason], postId: null, now, settleAt };
    await attempts.endAttempt(trx, token, end);
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "unknown", detail: reason });
    return 1;
  });
}

/** The database kept a claim of this node but its answer was lost, so nothing was sent. The tweet becomes due again. */
async function putBack(app: App, tweet: TweetRow, token: string): Promise<void> {
  const account = tweet.account_id === null ? null : await findAccountRow(app.db, tweet.account_id);
  if (!account) return;
  const detail = "the database didn’t answer, so nothing was sent";
  const again =
    tweet.publish_type === "scheduled"
      ? { state: "scheduled" as const, due_at: tweet.due_at }
      : { state: "failed" as const, error_code: "unreachable", error: neverSent };
  const step = {
    attempt: { outcome: "not_sent" as const, code: "unreachable", detail, postId: null },
    tweet: again,
    account: null,
    event: { kind: again.state === "failed" ? ("failed" as const) : ("not_sent" as const), detail },
    spent: false,
  };
  // Not null, so `conclude` gives back any uploads that the claim reserved.
  const named = { mediaIds: [], madeWithAi: false };
  await conclude(app, { tweet, token, account, named }, step, app.clock.now());
  app.log.warn({ tweet: tweet.id }, "a claim whose answer was lost is put back");
}

const neverSent = "The database didn’t respond, so nothing was posted. Try again.";

/** After a failover, restores claims that the database forgot and marks them unknown. Returns how many. */
export async function recallSends(app: App): Promise<number> {
  const own = listOwnClaims(app);
  const known = await attempts.listKnown(
    app.db,
    own.map(({ token }) => token),
  );
  let count = 0;
  for (const claimed of own) if (!known.has(claimed.token) && (await writeAnew(app, claimed))) count += 1;
  if (count > 0) app.log.error({ tweets: count }, "the database is missing sends; Linnet will look them up");
  return count;
}

async function writeAnew(app: App, { tweet, token, account, at }: Claimed): Promise<boolean> {
  const now = app.clock.now();
  const checkAt = now + app.config.reconcileAfterMs;
  return inTransaction(app.db, async (trx) => {
    await lockAccounts(trx, [account.id]);
    if (await attempts.findAttempt(trx, token)) return false;
    const by = {
      token,
      checkAt,
      code: "lost",
      now,
      accountId: account.id,
      publishType: tweet.publish_type,
      sentAt: at,
    };
    if (!(await unknowns.markForgottenUnknown(trx, tweet.id, by))) return false;
    await attempts.insertUnknownAttempt(trx, {
      tweetId: tweet.id,
      token,
      textHash: attempts.textHashOf(tweet.content),
      priceMicros: postMicrosOf({ hasLink: hasLink(tweet.content) }),
      code: "lost",
      startedAt: at,
      settleAt: checkAt,
      resumeAt: tweet.publish_type === "scheduled" ? tweet.due_at : null,
    });
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "unknown", detail: "forgotten" });
    // The database also forgot that the thread had begun; going, the next part follows if this one is found.
    if (tweet.thread_id !== null && tweet.part_no === 1) await setGoing(trx, tweet.thread_id, now);
    // Restores the gap too, unless a later send is already recorded.
    const lastAt = (await findAccountRow(trx, account.id))?.scheduled_send_at ?? null;
    const isLast = lastAt === null || lastAt < at;
    if (tweet.publish_type === "scheduled" && isLast) await noteScheduledSends(trx, [{ id: account.id, at }]);
    return true;
  });
}
