// Sends one claimed tweet and writes the outcome, fenced by the lease token.
import type { App } from "~/app.server";
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { changeAccount, findAccountRow, openTokens } from "~/features/accounts/accounts.server";
import { type NewEvent, newEvents, writeEvents } from "~/features/events/events.server";
import { hasLink } from "~/features/tweets/text.server";
import { recordMetric } from "~/ground/telemetry/metrics.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import type { PostAnswer } from "~/ports/network/port";
import { commitTogether, type Transaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import type { Change } from "~db/schema";
import * as attempts from "~/features/publishing/store/attempts.server";
import { happenedBy } from "~/features/publishing/rules/happened";
import { nextStep, type NextStep } from "~/features/publishing/rules/next-step";
import { judge } from "~/features/publishing/rules/outcome";
import { postMicrosOf } from "~/features/spending/price";
import { refusedAlike } from "~/features/accounts/refusals";
import type { Closed } from "~/features/publishing/store/due-and-gap.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { forgetUploads, giveBack } from "~/features/uploads/queries.server";
import { claimAhead, type Claimed } from "./claimed.server";
import { whyClosed } from "./closed.server";
import { followParts } from "./follow.server";
import { inFlight } from "./in-flight.server";
import { tellParent } from "./parent.server";
import { unscheduleReturned } from "./unschedule.server";

/** A send that starts later than this after its claim is dropped: the machine was probably asleep. */
const stale = seconds(15);

/** Sends a claimed tweet and writes its outcome. Network failures don't throw. Null: the lease was lost. */
export const send = (app: App, claimed: Claimed, timeoutMs: number): Promise<NextStep | null> =>
  inFlight(app, () => sendClaimed(app, claimed, timeoutMs));

async function sendClaimed(app: App, claimed: Claimed, timeoutMs: number): Promise<NextStep | null> {
  const { tweet, account } = claimed;
  hitCrashPoint("claim:committed");
  await untilMoment(app.clock, claimed);
  const isScheduled = tweet.publish_type === "scheduled";
  const closed = isScheduled ? await whyClosed(app, account.id) : null;
  const started = app.clock.monotonic();
  const answer = closed
    ? closedMeanwhile[closed]
    : isStale(app, claimed)
      ? asleep
      : await callNetwork(app, claimed, timeoutMs);
  hitCrashPoint("answer:read");
  const tookMs = Math.round(app.clock.monotonic() - started);
  const now = app.clock.now();
  const outcome = await tellParent(app, claimed, judge(answer, now, { isReply: claimed.after !== null }));
  const step = nextStep(outcome, {
    now,
    startedAt: claimed.at,
    immediate: tweet.publish_type === "immediate",
    attempts: tweet.attempts,
    refusedAt: account.refused_at,
    settleAfterMs: app.config.reconcileAfterMs,
    timeZone: claimed.timeZone,
    random: app.random,
    after: claimed.after,
    formerCode: tweet.error_code,
  });
  const written = await conclude(app, claimed, step, now);
  const line = {
    tweet: tweet.id,
    account: account.id,
    outcome: outcome.kind,
    code: step.attempt.code,
    tookMs,
    written,
  };
  app.log.info(line, "sent");
  return written ? step : null;
}

/** Also waits by the monotonic clock, so a wall clock that is set back can't delay the send. */
async function untilMoment(clock: Clock, { at, since }: Claimed): Promise<void> {
  for (;;) {
    const left = Math.min(at - clock.now(), since.monotonic + claimAhead - clock.monotonic());
    if (left <= 0) return;
    await new Promise<void>((resolve) => void clock.after(left, resolve));
  }
}

/** Between claim and send, the account may be unlinked, its owner disabled, or X may rate-limit a Post Now. */
const closedMeanwhile: Record<Closed, PostAnswer> = {
  unlinked: { kind: "not_sent", detail: "the account was unlinked before it was sent" },
  disabled: { kind: "not_sent", detail: "its person's account here was disabled before it was sent" },
  waits: { kind: "not_sent", detail: "X asked the account to wait before it was sent" },
};

const asleep: PostAnswer = { kind: "not_sent", detail: "the server was asleep between claim and send" };

function isStale(app: App, { since }: Claimed): boolean {
  const passed = Math.max(app.clock.now() - since.now, app.clock.monotonic() - since.monotonic);
  return passed > stale;
}

async function callNetwork(app: App, claimed: Claimed, timeoutMs: number): Promise<PostAnswer> {
  const { tweet, account } = claimed;
  let tokens;
  try {
    tokens = openTokens(app, account);
  } catch (error) {
    app.log.error({ err: error, account: account.id }, "the account's tokens can't be decrypted");
    // Handled like a 401 from the network, so the user is asked to reconnect the account.
    return { kind: "answered", status: 401, headers: {}, body: { detail: "the stored tokens can't be decrypted" } };
  }
  const mayBegin = () => !isStale(app, claimed);
  const replyTo = claimed.after?.postId;
  return app.network.post(tokens, {
    text: tweet.content,
    timeoutMs,
    signal: app.work.abortSignal,
    mayBegin,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...claimed.named,
  });
}

interface Conclusion {
  tweetId: number;
  token: string;
  accountId: number;
  step: NextStep;
  change: Change<"tweets">;
  now: number;
  settleAt?: number;
  news: NewEvent[];
  /** Extra events if this refusal pauses the account. */
  newsOfPause: NewEvent[];
  isPart: boolean;
  threadGapMs: number;
  named: Claimed["named"];
}

interface Concluded extends Pick<Claimed, "token" | "account"> {
  tweet: Omit<Claimed["tweet"], "error_code">;
  named?: Claimed["named"];
  /** The answer was lost and the user was asked to check. */
  neededConfirmation?: boolean;
}

/** Writes tweet, attempt, account and events in one transaction. Returns false if the token is stale. */
export async function conclude(
  app: App,
  { tweet, token, account, named = null, neededConfirmation = false }: Concluded,
  step: NextStep,
  now: number,
): Promise<boolean> {
  const unknown = step.tweet.state === "unknown";
  // An unknown tweet keeps its token until the account's posts have been read.
  const freed = unknown ? undefined : { lease_token: null, lease_until: null, lease_node: null };
  const change: Change<"tweets"> = { updated_at: now, ...freed, ...step.tweet };
  if (step.tweet.state === "scheduled") change.undo_until = null;
  if (!step.spent) change.attempts = tweet.attempts - 1;
  const settleAt = unknown ? now + app.config.reconcileAfterMs : undefined;
  const news = newEvents(app, happenedBy({ tweet, account, step, now, neededConfirmation }));
  const { id: accountId, user_id: userId } = account;
  const newsOfPause = newEvents(app, [{ type: "account.paused", userId, accountId, at: now }]);
  const ofThread = { isPart: tweet.thread_id !== null, threadGapMs: app.config.threadGapMs };
  const conclusion = {
    tweetId: tweet.id,
    token,
    accountId,
    step,
    change,
    now,
    settleAt,
    news,
    newsOfPause,
    named,
    ...ofThread,
  };
  const written = await commitTogether(app.db, (trx) => writeConclusion(trx, conclusion));
  hitCrashPoint("conclude:committed");
  if (written) {
    const { outcome } = step.attempt;
    const spentMicros = outcome === "published" ? postMicrosOf({ hasLink: hasLink(tweet.content) }) : 0;
    recordMetric({ kind: "attempt", network: app.network.kind, outcome, spentMicros });
    warn(app, { tweet: tweet.id, account: accountId, code: step.attempt.code }, step, written === "paused");
  }
  return written !== false;
}

function warn(app: App, line: Record<string, unknown>, { tweet, account }: NextStep, isPaused: boolean): void {
  if (tweet.state === "failed") app.log.warn(line, "a tweet failed");
  if (account?.status === "paused" || isPaused) app.log.warn(line, "the network blocks an account: it is paused");
  if (account?.status === "reconnect") app.log.warn(line, "an account must be reconnected");
}

async function writeConclusion(trx: Transaction, conclusion: Conclusion): Promise<"written" | "paused" | false> {
  const { tweetId, token, accountId, step, change, now, settleAt, news, named, isPart, threadGapMs } = conclusion;
  const isReturned = step.tweet.state === "scheduled";
  if (isPart || step.account || step.unsure !== undefined || isReturned) await lockAccounts(trx, [accountId]);
  if (!(await queries.conclude(trx, tweetId, token, change))) return false;
  await attempts.endAttempt(trx, token, { now, settleAt, ...step.attempt });
  if (step.account) await changeAccount(trx, accountId, step.account);
  hitCrashPoint("conclude:inside");
  await attempts.insertEvent(trx, { tweetId, at: now, ...step.event });
  await writeEvents(trx, news);
  if (named !== null) await freeUploads(trx, conclusion);
  if (isReturned) await unscheduleReturned(trx, [tweetId], now);
  if (isPart) await followParts(trx, [tweetId], { gapMs: threadGapMs, now });
  return (await pauseAlike(trx, conclusion)) ? "paused" : "written";
}

async function pauseAlike(trx: Transaction, { tweetId, accountId, step, newsOfPause }: Conclusion): Promise<boolean> {
  const { unsure: detail } = step;
  if (detail === undefined || !(await attempts.isRefusedAlike(trx, { accountId, tweetId, detail }))) return false;
  const account = await findAccountRow(trx, accountId);
  if (account?.status !== "active" || account.unlinked_at !== null) return false;
  await changeAccount(trx, accountId, { status: "paused", paused_by: "network", status_reason: refusedAlike(detail) });
  await writeEvents(trx, newsOfPause);
  return true;
}

/** Uploads of a tweet that was surely not sent can be reused, unless X rejected them. */
async function freeUploads(trx: Transaction, { tweetId, token, step }: Conclusion): Promise<void> {
  const { outcome, code } = step.attempt;
  if (step.tweet.state === "published") await forgetUploads(trx, tweetId);
  else if (["not_sent", "waiting", "refused", "failed"].includes(outcome) && code !== "media_invalid")
    await giveBack(trx, token);
}
