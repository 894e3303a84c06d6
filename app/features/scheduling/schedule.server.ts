// Schedules a tweet at a random or exact time, unschedules it, or dismisses a failure.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { days, minutes } from "~/ground/time/duration";
import { AppError, type ErrorCode, type FaultType } from "~/ground/errors";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { presentName } from "~/features/users/zone/zone-names";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { timeInCity } from "~/ground/time/city-time";
import { clockTime, isTimeZone, shortDate, zoneCity } from "~/ground/time/zone";
import * as attempts from "~/features/publishing/store/attempts.server";
import type { JournalKind } from "~/features/publishing/rules/happened";
import { drawMoment, isQuiet } from "~/features/moments/moment";
import { readWeights } from "~/features/moments/leaning.server";
import { listNeighbors, timesBut } from "~/features/moments/neighbors.server";
import { noteChangeOfAccount } from "~/features/publishing/verbs/post-as.server";
import { noteKey } from "~/features/publishing/store/key-events.server";
import * as queries from "~/features/publishing/store/tweets.server";
import {
  type SendRequest,
  beginThread,
  requireNoDuplicates,
  requireNotSoon,
  requireWhole,
  requireNotInTrash,
  requireSendable,
  type Sendable,
  preconditionMessages,
} from "~/features/publishing/verbs/preconditions.server";

export interface Moment {
  executeAt: number;
  timeZone: string;
  /** A sentence; null if the user chose the time. */
  reason: string | null;
}

export interface Place extends Moment {
  account: Account;
}

export const isInQuietHours = (
  app: Pick<App, "config">,
  { executeAt, timeZone, account }: Omit<Place, "reason">,
): boolean => isQuiet(executeAt, timeZone, hoursOf(app.config, account.hours).quietHours);

const movable = ["pending", "failed", "scheduled"] as const;

/** Runs in the same transaction; throwing undoes the scheduling. */
type Also<M = Moment> = (trx: Transaction, executeAt: number, placed: M & { account: Account }) => Promise<void>;

/** Redraws a scheduled tweet. An unknown `timeZone` means the stored one. Throws what preconditions.server throws. */
export async function addToTimeline(
  app: App,
  request: SendRequest & { timeZone: string | null },
  followUp?: Also<Moment & { reason: string }>,
): Promise<Place & { reason: string }> {
  return place(app, request, followUp, (sendable, trx) => drawRandom(trx, app, sendable, request.timeZone));
}

export async function drawRandom(
  trx: Transaction,
  app: App,
  { tweet, account, timeZone: stored }: Pick<Sendable, "tweet" | "account" | "timeZone">,
  whereTheyAre: string | null = null,
): Promise<Moment & { reason: string }> {
  const { window, quietHours, spacingMs } = hoursOf(app.config, account.hours);
  const weights = await readWeights(trx, account.id);
  const timeZone = presentName([whereTheyAre, stored].find((zone) => zone !== null && isTimeZone(zone)) ?? "UTC");
  const now = app.clock.now();
  const posts = timesBut(await listNeighbors(trx, account.id, { now, window, spacingMs }), [tweet.id]);
  const hours = { window, quietHours, weights, posts, spacingMs };
  const { at, reason } = drawMoment({ now, timeZone, ...hours, random: app.random });
  return { executeAt: at, timeZone, reason };
}

export const farthest = days(365);
export const tooFar = "Choose a time within a year.";
/** A time typed a minute ago means now. */
const grace = minutes(1);

/** Allows quiet hours; drops a `reason` not in the journal. Throws invalid and what preconditions.server throws. */
export async function scheduleAt(
  app: App,
  request: SendRequest & { executeAt: number; reason?: string | null },
  followUp?: Also,
): Promise<Place> {
  const executeAt = requireMoment(app, request.executeAt);
  return place(app, request, followUp, async ({ timeZone, tweet }, trx) => {
    const told = request.reason ? await attempts.listEvents(trx, tweet.id) : [];
    const known = told.some(({ kind, detail }) => kind !== "failed" && detail === request.reason);
    return { executeAt, timeZone, reason: (known && request.reason) || null };
  });
}

export async function scheduleAsShown(
  app: App,
  request: SendRequest & { executeAt: number; reason: string | null },
): Promise<Place> {
  const executeAt = requireMoment(app, request.executeAt);
  return place(app, request, undefined, ({ timeZone }) => ({ executeAt, timeZone, reason: request.reason }));
}

/** Throws invalid if it is past or over a year ahead. */
export function requireMoment(app: Pick<App, "clock">, at: number): number {
  const now = app.clock.now();
  const wrong = (message: string, type: FaultType) =>
    new AppError("invalid", message, { about: { field: "execute_at", type } });
  if (at < now - grace) throw wrong("Choose a time in the future.", "past");
  if (at > now + farthest) throw wrong(tooFar, "not_in_range");
  return Math.max(at, now);
}

async function place<M extends Moment>(
  app: App,
  request: SendRequest,
  followUp: Also<M> | undefined,
  choose: (sendable: Sendable, trx: Transaction) => M | Promise<M>,
): Promise<M & { account: Account }> {
  const placed = await inTransaction(app.db, async (trx) => {
    const sendable = await requireSendable(trx, app, request, movable);
    const moment = await choose(sendable, trx);
    await putOnTimeline(trx, app, sendable, { ...moment, keyId: request.keyId });
    const placed = { ...moment, account: sendable.account };
    await followUp?.(trx, moment.executeAt, placed);
    return placed;
  });
  app.wake();
  return placed;
}

/** Call it in the transaction of `requireSendable`. Throws duplicate, already_sent. */
export async function putOnTimeline(
  trx: Transaction,
  app: App,
  { tweet, account, rest }: Pick<Sendable, "tweet" | "account" | "rest">,
  { executeAt, timeZone, reason, keyId }: Moment & { keyId?: number | null | undefined },
): Promise<void> {
  const now = app.clock.now();
  await requireNoDuplicates(trx, app, { tweet, rest, timeZone });
  const by = { userId: tweet.userId, tweetId: tweet.id, from: movable };
  const moved = await queries.move(trx, by, {
    state: "scheduled",
    publish_type: "scheduled",
    account_id: account.id,
    account_is_own: 1,
    due_at: executeAt,
    moment_reason: reason,
    attempts: 0,
    withdrawn: 0,
    // A failed Post Now still has its undo window; it must not count here.
    undo_until: null,
    error: null,
    error_code: null,
    updated_at: now,
  });
  if (!moved) throw new AppError("already_sent", preconditionMessages.alreadySent);
  await noteChangeOfAccount(trx, tweet, account, now);
  await beginThread(trx, { tweet, account }, now);
  const picked = `${shortDate(executeAt, timeZone)}, ${clockTime(executeAt, timeZone)}`;
  const chosen = `You picked ${timeInCity(picked, zoneCity(timeZone))}.`;
  const kind = tweet.state === "scheduled" ? "moved" : "scheduled";
  await noteKey(trx, { tweetId: tweet.id, at: now, keyId, action: kind === "moved" ? "Moved" : "Scheduled" });
  await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind, detail: reason ?? chosen });
}

interface TweetRequest {
  userId: string;
  tweetId: number;
  keyId?: number | null;
}

/** Throws not_found, not_scheduled, discarded, already_sent. */
export const unschedule = (app: App, request: TweetRequest): Promise<Tweet> =>
  inTransaction(app.db, (trx) => unscheduleIn(trx, app, request));

export const unscheduleIn = (trx: Transaction, app: App, request: TweetRequest): Promise<Tweet> =>
  backToPending(trx, app, request, {
    from: "scheduled",
    kind: "taken_off",
    code: "not_scheduled",
    refusal: preconditionMessages.notScheduled,
  });

/** Throws not_found, not_failed, discarded. */
export const dismiss = (app: App, request: { userId: string; tweetId: number }): Promise<Tweet> =>
  inTransaction(app.db, (trx) => dismissIn(trx, app, request));

export const dismissIn = (trx: Transaction, app: App, request: TweetRequest): Promise<Tweet> =>
  backToPending(trx, app, request, {
    from: "failed",
    kind: "dismissed",
    code: "not_failed",
    refusal: preconditionMessages.notFailed,
  });

async function backToPending(
  trx: Transaction,
  app: App,
  { keyId, ...ask }: TweetRequest,
  { from, kind, code, refusal }: { from: Tweet["state"]; kind: JournalKind; code: ErrorCode; refusal: string },
): Promise<Tweet> {
  const now = app.clock.now();
  await lockPersonWithAccounts(trx, ask.userId);
  const tweet = await getTweet({ db: trx }, ask.userId, ask.tweetId);
  await requireWhole(trx, tweet);
  requireNotInTrash(tweet);
  requireNotSoon(tweet);
  const change = { ...queries.offTheTimeline(now), error: null, error_code: null, attempts: 0 };
  const moved = await queries.move(trx, { ...ask, from: [from] }, change);
  if (!moved) throw new AppError(code, refusal);
  await noteKey(trx, { tweetId: tweet.id, at: now, keyId, action: "Unscheduled" });
  await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind, detail: null });
  return getTweet({ db: trx }, ask.userId, tweet.id);
}
