// Post Now: claims and sends a tweet while the user waits. Never queued, never sent twice.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockAccounts, lockSpending } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import { seconds } from "~/ground/time/duration";
import { findAccountRow } from "~/features/accounts/accounts.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { readDay } from "~/features/spending/day.server";
import { rulesOf } from "~/features/publishing/engine/gate.server";
import { goingOf } from "~/features/spending/price-of.server";
import { sendPicturesOf } from "~/features/uploads/send.server";
import { limitReached, startOfNextDay } from "~/features/spending/day-limit";
import type { NextStep } from "~/features/publishing/rules/next-step";
import { noteChangeOfAccount } from "./post-as.server";
import { nextCall, uploadMessages, uploadsNow } from "~/features/uploads/upload";
import { noteKey } from "~/features/publishing/store/key-events.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { listUnpaid } from "~/features/spending/store/unpaid.server";
import * as uploads from "~/features/uploads/queries.server";
import {
  beginThread,
  type Sendable,
  type SendRequest,
  requireNoDuplicates,
  requirePublisher,
  requireSendable,
  preconditionMessages,
} from "./preconditions.server";
import { type Claimed, leaseLasts, nowTimeout, startAttempts } from "~/features/publishing/engine/claimed.server";
import { remembering } from "~/features/publishing/engine/own-claims.server";
import { send } from "~/features/publishing/engine/send.server";

export const unconfirmed = "X didn’t confirm this post. Linnet is checking, and won’t post it twice.";

export interface NowRequest extends SendRequest {
  scheduledToo?: boolean;
}

/**
 * Returns once the network has answered. Throws what preconditions.server does, daily_post_limit, daily_spend_limit,
 * network_refused or network_limited (tweet failed), timeout (reconciled later, or unchanged if pictures were late).
 */
export async function publishNow(app: App, request: NowRequest, followUp?: AlsoClaimed): Promise<Tweet> {
  requirePublisher(app);
  return app.work.track(sendNow(app, request, followUp));
}

/** Runs in the claim's transaction; throwing cancels the send. */
type AlsoClaimed = (trx: Transaction) => Promise<void>;

async function sendNow(app: App, request: NowRequest, followUp?: AlsoClaimed): Promise<Tweet> {
  await sendPicturesFirst(app, request);
  hitCrashPoint("claim:before");
  const claimed = await remembering(app, (note) =>
    inTransaction(app.db, async (trx) => {
      const one = await claimNow(trx, app, request);
      await followUp?.(trx);
      note([one]);
      return one;
    }),
  );
  const step = await send(app, claimed, nowTimeout);
  app.wake();
  const after = await getTweet(app, request.userId, request.tweetId);
  if (step === null || step.tweet.state === "published") return after;
  if (after.state === "unknown") throw new AppError("timeout", unconfirmed, { failure: after.errorCode });
  throw refusal(app, after, step);
}

/** Uploads missing pictures, within 30 s. Throws network_refused, timeout and what Post Now throws before sending. */
export async function sendPicturesFirst(app: App, request: NowRequest): Promise<void> {
  if ((await uploads.listTurns(app.db, request.tweetId)).length === 0) return;
  const whose = await inTransaction(app.db, async (trx) => {
    const sendable = await requireSendable(trx, app, request, statesFor(request));
    await requireNoDuplicates(trx, app, sendable);
    await requireWithinDay(trx, app, sendable);
    return { tweetId: request.tweetId, userId: request.userId, accountId: sendable.account.id };
  });
  const until = app.clock.monotonic() + uploadsNow;
  for (let tries = 0; ; tries += 1) {
    const sent = await sendPicturesOf(app, whose, { hurried: tries % hurriedEach === 0 });
    if (sent.kind === "ready") return;
    if (sent.kind === "refused") {
      // Lets the next click try again.
      await inTransaction(app.db, async (trx) => {
        await lockAccounts(trx, [whose.accountId]);
        await uploads.forgetRefused(trx, request.tweetId);
      });
      throw new AppError("network_refused", sent.sentence, { failure: sent.code });
    }
    if (app.clock.monotonic() >= until || app.work.shutdownSignal.aborted)
      throw new AppError("timeout", uploadMessages.late, { failure: "unreachable" });
    await new Promise<void>((resolve) => void app.clock.after(seconds(1), resolve));
  }
}

/** Failed uploads are retried on every third poll; polls are one second apart. */
const hurriedEach = 3;

export const statesFor = ({ scheduledToo = false }: NowRequest): readonly ("pending" | "failed" | "scheduled")[] =>
  scheduledToo ? ["pending", "failed", "scheduled"] : ["pending", "failed"];

/** Call it in a transaction. `soon`: the undo window has ended. */
export async function claimNow(trx: Transaction, app: App, request: NowRequest & { soon?: boolean }): Promise<Claimed> {
  requirePublisher(app);
  const now = app.clock.now();
  const { soon = false } = request;
  const from = soon ? (["scheduled"] as const) : statesFor(request);
  const sendable = await requireSendable(trx, app, request, soon ? "soon" : from);
  const { tweet, account: serving, timeZone } = sendable;
  await requireNoDuplicates(trx, app, sendable);
  const account = await findAccountRow(trx, serving.id);
  if (!account) throw new AppError("no_account", preconditionMessages.noAccount);
  await requireWithinDay(trx, app, sendable);
  const lease = {
    userId: tweet.userId,
    tweetId: tweet.id,
    from,
    accountId: account.id,
    now,
    until: now + leaseLasts,
    node: app.node.id(),
    soon,
  };
  const row = await queries.claimNow(trx, lease);
  if (!row) throw new AppError("already_sent", preconditionMessages.alreadySent);
  await noteChangeOfAccount(trx, tweet, serving, now);
  await beginThread(trx, sendable, now);
  await noteKey(trx, { tweetId: tweet.id, at: now, keyId: request.keyId, action: "Sent" });
  const { lease_token: token } = row;
  if (token === null) throw new Error(`Tweet ${tweet.id} was claimed without a lease`);
  const named = await takePictures(trx, app, { tweetId: tweet.id, accountId: account.id, token });
  const [claimed] = await startAttempts(trx, app, [{ tweet: row, token, account, timeZone, after: null, named }]);
  if (!claimed) throw new Error(`Tweet ${tweet.id} was claimed without an attempt`);
  return claimed;
}

/** Null: no pictures. Throws changed if the network lacks one of them. */
async function takePictures(
  trx: Transaction,
  app: App,
  { tweetId, accountId, token }: { tweetId: number; accountId: number; token: string },
): Promise<uploads.Named | null> {
  const turns = await uploads.listTurns(trx, tweetId);
  if (turns.length === 0) return null;
  const now = app.clock.now();
  if (turns.some(({ upload, altText }) => nextCall(upload, { altText, accountId, now }) !== null))
    throw new AppError("changed", uploadMessages.changed);
  return (await uploads.takeUploads(trx, [{ tweetId, token }])).get(tweetId) ?? null;
}

/** Checks the whole thread, unpaid pictures included. Throws daily_post_limit, daily_spend_limit. */
export async function requireWithinDay(
  trx: Transaction,
  app: App,
  { tweet, rest, account, timeZone }: Sendable,
): Promise<void> {
  if (app.config.dailySpendLimit > 0) await lockSpending(trx);
  const now = app.clock.now();
  const day = await readDay(trx, app, { userId: tweet.userId, account, timeZone, now });
  const parts = [tweet, ...rest];
  const unpaid = await listUnpaid(
    trx,
    parts.map(({ id }) => ({ id, accountId: account.id })),
    now,
  );
  const going = goingOf(parts, unpaid);
  const reached = limitReached(day, going, rulesOf(app.config, account), account.username);
  if (reached === null) return;
  const retryAfterSeconds = Math.ceil((startOfNextDay(now, timeZone) - now) / 1000);
  throw new AppError(reached.code, `${reached.sentence} Add this tweet to the timeline, or try again tomorrow.`, {
    retryAfterSeconds,
  });
}

/** Call the returned check after changing a started thread. It throws daily_post_limit, daily_spend_limit. */
export async function watchDay(
  trx: Transaction,
  app: App,
  { userId, account, timeZone }: { userId: string } & Pick<Sendable, "account" | "timeZone">,
): Promise<() => Promise<void>> {
  if (app.config.dailySpendLimit > 0) await lockSpending(trx);
  const now = app.clock.now();
  const before = await readDay(trx, app, { userId, account, timeZone, now });
  return async () => {
    const day = await readDay(trx, app, { userId, account, timeZone, now });
    if (day.posts <= before.posts && day.spentMicros <= before.spentMicros) return;
    const reached = limitReached(day, { posts: 0, priceMicros: 0 }, rulesOf(app.config, account), account.username);
    if (reached !== null)
      throw new AppError(reached.code, `${reached.sentence} Remove parts, links or images from the thread.`);
  };
}

function refusal(app: App, tweet: Tweet, step: NextStep): AppError {
  const limited = step.account?.wait_until != null;
  const waitMs = (step.account?.wait_until ?? 0) - app.clock.now();
  return new AppError(limited ? "network_limited" : "network_refused", tweet.error ?? unconfirmed, {
    failure: tweet.errorCode,
    ...(limited && waitMs > 0 ? { retryAfterSeconds: Math.ceil(waitMs / 1000) } : {}),
  });
}
