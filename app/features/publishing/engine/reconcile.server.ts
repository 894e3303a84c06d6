// Finds out whether an unknown tweet was posted, by reading the account's own posts.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import { minutes } from "~/ground/time/duration";
import { weigh, weightLimit } from "~/features/tweets/text.server";
import { findAccountRow, openTokens } from "~/features/accounts/accounts.server";
import { recordEvents } from "~/features/events/events.server";
import { recordMetric } from "~/ground/telemetry/metrics.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { type NetworkPost, ReadError } from "~/ports/network/port";
import type { Row } from "~db/schema";
import * as attempts from "~/features/publishing/store/attempts.server";
import { undoMessages } from "~/features/publishing/rules/undo";
import { restoredCode } from "./restore-check.server";
import { needsConfirmationCode } from "~/features/publishing/rules/attention";
import { backoff, type NextStep } from "~/features/publishing/rules/next-step";
import { findAlike, findSent } from "~/features/publishing/rules/same-text";
import { backlogCode } from "~/features/publishing/store/backlog.server";
import { findPostBefore } from "~/features/publishing/store/parts.server";
import * as queries from "~/features/publishing/store/tweets.server";
import * as unknownTweets from "~/features/publishing/store/unknown.server";
import type { AttemptRow } from "~/features/publishing/store/attempts.server";
import type { TweetRow } from "~/features/publishing/store/tweets.server";
import { countRead } from "~/features/spending/spendable.server";
import { conclude } from "./send.server";
import { takeOverSends } from "./take-over.server";

/** A wide margin for clock differences; it is safe because ids already linked are skipped and the text must match. */
const readFrom = minutes(15);
/** The second check comes after this multiple of the settle time. */
const secondCheck = 2.5;

/** From when a missing post counts as absent. Restarts after a clock jump, which could cause a second send. */
function believedFrom(app: App, attempt: AttemptRow): number {
  const settles = app.config.reconcileAfterMs;
  // If the clock was set back since, the jump is in the future.
  const jumped = Math.min(app.work.awayUntil(), app.clock.now());
  const known = Math.max(attempt.settle_at - settles, jumped);
  return Math.round(known + secondCheck * settles);
}
const maxAccounts = 10;

interface UnknownTweet {
  tweet: TweetRow;
  attempt: AttemptRow;
}

export async function reconcileDue(app: App): Promise<number> {
  if (!app.node.mayClaim() || !(await unknownTweets.isAny(app.db, app.clock.now()))) return 0;
  await takeOverSends(app);
  const accounts = await unknownTweets.listAccountsToRead(app.db, app.clock.now(), maxAccounts);
  let checked = 0;
  for (const id of accounts) if (!app.work.shutdownSignal.aborted) checked += await reconcileAccount(app, id);
  return checked;
}

/** Reads once for all lost answers of the account, because X charges for each post read. */
async function reconcileAccount(app: App, accountId: number): Promise<number> {
  // Read in one transaction: the user may leave between two reads, and their tweets with them.
  const { account, unknowns } = await inTransaction(app.db, (trx) => readUnknown(trx, app, accountId));
  if (!account || unknowns.length === 0) return 0;
  let posts: NetworkPost[];
  const startedAt = app.clock.now();
  try {
    const since = Math.min(...unknowns.map(({ attempt }) => attempt.started_at)) - readFrom;
    const hasLong = unknowns.some(({ tweet }) => weigh(tweet.content) > weightLimit);
    const ask = { networkUserId: account.network_user_id, since, hasLong };
    posts = await app.network.listPosts(openTokens(app, account), ask);
    await countRead(app, account, startedAt, posts);
  } catch (error) {
    // X has charged for the pages before the failed one.
    if (error instanceof ReadError && error.counted > 0) await countRead(app, account, startedAt, error.counted);
    for (const { tweet, attempt } of unknowns) await postponeUnread(app, tweet, attempt, error);
    return unknowns.length;
  }
  hitCrashPoint("reconcile:read");
  for (const one of unknowns) await concludeFrom(app, account, one, posts);
  return unknowns.length;
}

/** Reserves a check for this node. Otherwise two concurrent checks would count as the two required ones. */
const checkLasts = minutes(1);

async function readUnknown(trx: Transaction, app: App, accountId: number) {
  await lockAccounts(trx, [accountId]);
  const account = await findAccountRow(trx, accountId);
  const unknowns: UnknownTweet[] = [];
  const now = app.clock.now();
  for (const tweet of await unknownTweets.claimUnknownDue(trx, accountId, { now, until: now + checkLasts })) {
    const attempt = await attempts.findAttempt(trx, tweet.lease_token ?? "");
    if (!attempt || !account) throw new Error(`Tweet ${tweet.id} is unknown without an attempt or an account`);
    unknowns.push({ tweet, attempt });
  }
  return { account, unknowns };
}

async function concludeFrom(
  app: App,
  account: Row<"accounts">,
  unknownTweet: UnknownTweet,
  read: NetworkPost[],
): Promise<void> {
  const { tweet, attempt } = unknownTweet;
  const posts = read.filter((post) => post.createdAt >= attempt.started_at - readFrom);
  const linked = await queries.linkedPosts(
    app.db,
    account.id,
    posts.map((post) => post.id),
  );
  const unlinked = posts.filter((post) => !linked.has(post.id));
  const replyTo = await findPostBefore(app.db, tweet);
  const which = replyTo === null ? {} : { replyTo };
  const found = findSent(unlinked, tweet.content, which);
  const alike = found ? undefined : findAlike(unlinked, tweet.content, which);
  if (alike) return postponeAlike(app, account, unknownTweet, alike);
  const now = app.clock.now();
  const step = found ? foundStep(found) : absentStep(app, tweet, attempt, now);
  const neededConfirmation = attempt.failed_checks >= failedChecksBeforeAsking;
  if (step) await conclude(app, { tweet, token: attempt.lease_token, account, neededConfirmation }, step, now);
  else await checkAgain(app, tweet, attempt);
  recordMetric({ kind: "check", result: found ? "found" : step ? "absent" : "not_yet" });
  app.log.info({ tweet: tweet.id, found: found !== undefined, checks: attempt.checks + 1 }, "reconciled");
}

function foundStep(post: NetworkPost): NextStep {
  return {
    attempt: { outcome: "published", code: "found", detail: null, postId: post.id },
    tweet: { state: "published", post_id: post.id, published_at: post.createdAt, error: null, error_code: null },
    account: null,
    event: { kind: "found", detail: null },
    spent: true,
  };
}

/** One miss proves nothing because X's list lags; two misses mean absent. Null: check again. */
function absentStep(app: App, tweet: TweetRow, attempt: AttemptRow, now: number): NextStep | null {
  if (attempt.checks < 1 || now < believedFrom(app, attempt)) return null;
  const attemptEnd = { outcome: "absent" as const, code: attempt.code, detail: attempt.detail, postId: null };
  if (attempt.code === "duplicate") {
    const error = "X refused this tweet as a duplicate of an earlier one. Change a few words and post again.";
    return {
      attempt: attemptEnd,
      tweet: { state: "failed", error_code: "duplicate", error },
      account: null,
      event: { kind: "failed", detail: "duplicate" },
      spent: true,
    };
  }
  if (attempt.code === restoredCode && tweet.undo_until !== null) {
    const change = { ...queries.offTheTimeline(now), error: undoMessages.missed, error_code: "missed" };
    const event = { kind: "missed" as const, detail: undoMessages.missed };
    return { attempt: attemptEnd, tweet: change, account: null, event, spent: true };
  }
  if (attempt.code === restoredCode && attempt.resume_at === null) return backlogStep(tweet, attemptEnd, now);
  if (attempt.code === restoredCode) {
    return {
      attempt: attemptEnd,
      tweet: { state: "scheduled", due_at: attempt.resume_at, error_code: null },
      account: null,
      event: { kind: "restored_absent", detail: null },
      spent: true,
    };
  }
  const dueAt = now + (tweet.attempts > 1 ? backoff(tweet.attempts, app.random) : 0);
  return {
    attempt: attemptEnd,
    tweet: { state: "scheduled", due_at: dueAt, error_code: null },
    account: null,
    event: { kind: "absent", detail: null },
    spent: true,
  };
}

/** The post may have been deleted on X since the backup, so only the user can send it again. */
function backlogStep(tweet: TweetRow, attempt: NextStep["attempt"], now: number): NextStep {
  const error = "Linnet was restored from a backup, and this part is not on X. Try again, or end the thread there.";
  const change =
    (tweet.part_no ?? 1) > 1
      ? { state: "failed" as const, error_code: backlogCode, error }
      : { ...queries.offTheTimeline(now), error: null, error_code: backlogCode };
  return { attempt, tweet: change, account: null, event: { kind: "restored_backlog", detail: null }, spent: true };
}

async function checkAgain(app: App, tweet: TweetRow, attempt: AttemptRow): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await attempts.addCheck(trx, attempt.lease_token, "checks");
    const checkAt = Math.max(believedFrom(app, attempt), app.clock.now());
    await queries.conclude(trx, tweet.id, attempt.lease_token, {
      check_at: checkAt,
      error_code: attempt.code,
      error: null,
    });
  });
}

const failedChecksBeforeAsking = 3;
const maxFailedCheckWait = minutes(15);

async function postponeUnread(app: App, tweet: TweetRow, attempt: AttemptRow, cause: unknown): Promise<void> {
  app.log.warn({ err: cause, tweet: tweet.id }, "the account's posts can't be read");
  recordMetric({ kind: "check", result: "unreadable" });
  await postpone(app, tweet, attempt, attempt.code === restoredCode ? confirmationAfterRestore : confirmationMessage);
}

/** A post begins like the tweet and may be it, so nothing is concluded or sent. */
async function postponeAlike(
  app: App,
  account: Row<"accounts">,
  unknownTweet: UnknownTweet,
  alike: NetworkPost,
): Promise<void> {
  const { tweet, attempt } = unknownTweet;
  app.log.warn({ tweet: tweet.id, post: alike.id }, "a post begins as the tweet does");
  recordMetric({ kind: "check", result: "not_yet" });
  const address = app.network.postUrl(account.username, alike.id);
  await postpone(app, tweet, attempt, `X shows a post that begins like this one. Is this tweet on X? ${address}`);
}

async function postpone(app: App, tweet: TweetRow, attempt: AttemptRow, question: string): Promise<void> {
  const now = app.clock.now();
  const failedChecks = attempt.failed_checks + 1;
  const needsConfirmation = failedChecks >= failedChecksBeforeAsking;
  const checkAt = now + Math.min(minutes(1) * 2 ** (failedChecks - 1), maxFailedCheckWait);
  await inTransaction(app.db, async (trx) => {
    const confirmation = needsConfirmation ? { error_code: needsConfirmationCode, error: question } : {};
    const change = { check_at: checkAt, ...confirmation };
    if (!(await queries.conclude(trx, tweet.id, attempt.lease_token, change))) return;
    await attempts.addCheck(trx, attempt.lease_token, "failed_checks");
    if (failedChecks !== failedChecksBeforeAsking) return;
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "needs_confirmation", detail: null });
    const { id: tweetId, user_id: userId, account_id: accountId } = tweet;
    await recordEvents(trx, app, [{ type: "tweet.unknown", userId, tweetId, accountId, at: now }]);
  });
}

const confirmationMessage =
  "X didn’t confirm this post, and Linnet can’t read the account’s posts. Is this tweet on X?";
const confirmationAfterRestore =
  "Linnet was restored from a backup, and it can’t read the account’s posts. Is this tweet on X?";
