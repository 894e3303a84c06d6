// Plans several tweets over days, schedules them as shown, and undoes that.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { days as daysLong } from "~/ground/time/duration";
import { AppError, isAppError } from "~/ground/errors";
import { type Account, isInactive } from "~/features/accounts/account";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { hoursOf } from "~/features/accounts/hours";
import { listPicturesOf } from "~/features/media/media.server";
import { fingerprint } from "~/features/tweets/text";
import { isPostable } from "~/features/tweets/text.server";
import { getTweet, listPlaced, type Tweet } from "~/features/tweets/tweets.server";
import { timeInCity } from "~/ground/time/city-time";
import { clockTime, shortDate, zoneCity } from "~/ground/time/zone";
import { startOfDay } from "~/features/spending/day-limit";
import { isQuiet } from "~/features/moments/moment";
import { spread } from "~/features/moments/spread";
import { priceOfAll } from "~/features/spending/full-price.server";
import { textHashOf } from "~/features/publishing/store/attempts.server";
import {
  preconditionMessages,
  requireNoDuplicate,
  requireSendable,
  timeZoneOf,
  whyInactive,
} from "~/features/publishing/verbs/preconditions.server";
import { maxDays, maxTweets, planMessages } from "./plan-limits";
import { putOnTimeline, unscheduleIn } from "./schedule.server";

export interface PlannedTweet {
  tweetId: number;
  content: string;
  /** A different hash means that the tweet was edited since. */
  textHash: string;
  account: Account;
  /** Null: no room in these days. */
  at: number | null;
  /** US dollars on X, pictures included. */
  price: number;
  pictures: number;
}

export interface Plan {
  /** By time; tweets without one come last. */
  tweets: PlannedTweet[];
  refused: { tweetId: number; content: string; reason: string }[];
  timeZone: string;
}

/** Picks a time for each pending tweet and writes nothing. Throws not_found, invalid, no_account. */
export async function planAll(
  app: App,
  { userId, tweetIds, days }: { userId: string; tweetIds: readonly number[]; days: number },
): Promise<Plan> {
  requireBounds(days, tweetIds.length);
  const timeZone = await timeZoneOf(app.db, userId);
  const plan: Plan = { tweets: [], refused: [], timeZone };
  const open = new Map<number, { account: Account; tweets: Tweet[] }>();
  const prints = new Set<string>();
  for (const tweetId of new Set(tweetIds)) {
    const tweet = await getTweet(app, userId, tweetId);
    if (tweet.state !== "pending" || tweet.discardedAt !== null) continue;
    const account = await findServingAccount(app, userId, { named: null, own: tweet.ownAccountId });
    if (!account) throw new AppError("no_account", preconditionMessages.noAccount);
    const print = fingerprint(tweet.content);
    const reason = prints.has(print) ? planMessages.repeats : await refusalOf(app, tweet, account, timeZone);
    if (reason !== null) {
      plan.refused.push({ tweetId, content: tweet.content, reason });
      continue;
    }
    prints.add(print);
    const group = open.get(account.id) ?? { account, tweets: [] };
    group.tweets.push(tweet);
    open.set(account.id, group);
  }
  const pictured = await listPicturesOf(
    app.db,
    [...open.values()].flatMap(({ tweets }) => tweets.map(({ id }) => id)),
  );
  for (const { account, tweets } of open.values()) {
    const posts = await listPosts(app, account.id, timeZone);
    const moments = drawFor(app, account, { timeZone, days, count: tweets.length, posts });
    for (const [n, { id, content }] of tweets.entries()) {
      const pictures = pictured.get(id) ?? [];
      const price = priceOfAll([{ content, pictures }]);
      const told = { tweetId: id, content, textHash: planHash(content), price, pictures: pictures.length };
      plan.tweets.push({ ...told, account, at: moments[n] ?? null });
    }
  }
  plan.tweets.sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity));
  return plan;
}

async function refusalOf(app: App, tweet: Tweet, account: Account, timeZone: string): Promise<string | null> {
  if (tweet.part) return planMessages.thread;
  const fit = isPostable(tweet.content);
  if (!fit.ok) return fit.message;
  if (isInactive(account)) return whyInactive(account);
  try {
    await requireNoDuplicate(app.db, app, tweet, timeZone);
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.message;
  }
}

export const planHash = (content: string): string => textHashOf(content).slice(0, 16);

export interface Wanted {
  tweetId: number;
  textHash: string;
  /** The network's id of the planned account. */
  account: string;
  at: number;
}

export interface ScheduleResult {
  scheduled: { tweetId: number; at: number }[];
  rescheduled: number;
  refused: { tweetId: number; reason: string }[];
}

/** Schedules the plan, redrawing times that no longer work. Names tweets changed since as refused. Throws invalid. */
export async function scheduleAll(
  app: App,
  {
    userId,
    wanted,
    days,
    keyId = null,
  }: { userId: string; wanted: readonly Wanted[]; days: number; keyId?: number | null },
  followUp?: (trx: Transaction, result: ScheduleResult) => Promise<void>,
): Promise<ScheduleResult> {
  requireBounds(days, wanted.length);
  const result = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const done: ScheduleResult = { scheduled: [], rescheduled: 0, refused: [] };
    const inOrder = [...wanted].sort((a, b) => a.at - b.at);
    for (const [n, one] of inOrder.entries()) {
      const coming = inOrder.slice(n + 1).flatMap(({ account, at }) => (account === one.account ? [at] : []));
      try {
        const at = await carryOut(trx, app, { userId, keyId }, { ...one, coming }, days);
        done.scheduled.push({ tweetId: one.tweetId, at });
        if (at !== one.at) done.rescheduled += 1;
      } catch (error) {
        if (!isAppError(error)) throw error;
        done.refused.push({ tweetId: one.tweetId, reason: error.message });
      }
    }
    await followUp?.(trx, done);
    return done;
  });
  app.wake();
  return result;
}

async function carryOut(
  trx: Transaction,
  app: App,
  { userId, keyId }: { userId: string; keyId: number | null },
  wanted: Wanted & { coming: readonly number[] },
  days: number,
): Promise<number> {
  const { tweetId, account: named } = wanted;
  const sendable = await requireSendable(trx, app, { userId, tweetId, account: named }, ["pending"]);
  const { account, timeZone } = sendable;
  if (sendable.tweet.part) throw new AppError("not_for_threads", planMessages.thread);
  if (planHash(sendable.tweet.content) !== wanted.textHash) throw new AppError("changed", planMessages.changed);
  const inside = { ...app, db: trx };
  const posts = await listPosts(inside, account.id, timeZone);
  const stands = mayStand(app, account, { timeZone, at: wanted.at, posts });
  const all = [...posts, ...wanted.coming];
  const [at] = stands ? [wanted.at] : drawFor(app, account, { timeZone, days, count: 1, posts: all });
  if (at === undefined) throw new AppError("limit_reached", planMessages.noRoom);
  const drawn = timeInCity(`${shortDate(at, timeZone)}, ${clockTime(at, timeZone)}`, zoneCity(timeZone));
  const reason = `Picked at random when several tweets were scheduled together: ${drawn}.`;
  await putOnTimeline(trx, app, sendable, { executeAt: at, timeZone, reason, keyId });
  return at;
}

/** Unschedules tweets that are still at their planned time. Returns how many. */
export async function unscheduleAll(
  app: App,
  { userId, placed }: { userId: string; placed: readonly { tweetId: number; at: number }[] },
): Promise<number> {
  return inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    let count = 0;
    for (const { tweetId, at } of placed.slice(0, maxTweets)) {
      const tweet = await getTweet({ db: trx }, userId, tweetId).catch(() => null);
      if (tweet?.state !== "scheduled" || tweet.dueAt !== at) continue;
      await unscheduleIn(trx, app, { userId, tweetId });
      count += 1;
    }
    return count;
  });
}

function requireBounds(days: number, tweets: number): void {
  if (!(Number.isInteger(days) && days >= 1 && days <= maxDays)) throw new AppError("invalid", planMessages.days);
  if (tweets > maxTweets) throw new AppError("invalid", planMessages.tweets);
}

interface Draw {
  timeZone: string;
  posts: readonly number[];
}

export function mayStand(app: App, account: Account, { timeZone, posts, at }: Draw & { at: number }): boolean {
  const { quietHours, minGapMs, dailyPostLimit } = hoursOf(app.config, account.hours);
  const now = app.clock.now();
  if (at < now || at > now + daysLong(maxDays + 1) || isQuiet(at, timeZone, quietHours)) return false;
  if (posts.some((other) => Math.abs(other - at) < minGapMs)) return false;
  const day = startOfDay(at, timeZone);
  return dailyPostLimit === 0 || posts.filter((other) => startOfDay(other, timeZone) === day).length < dailyPostLimit;
}

export function drawFor(app: App, account: Account, draw: Draw & { days: number; count: number }): number[] {
  const { quietHours, minGapMs, spacingMs, dailyPostLimit } = hoursOf(app.config, account.hours);
  const rules = { quietHours, minGapMs, spacingMs, dailyPostLimit };
  return spread({ ...draw, now: app.clock.now(), ...rules, random: app.random });
}

/** Times of posts since the day before: sent, maybe sent and scheduled; without the tweet `but`. */
export async function listPosts(app: App, accountId: number, timeZone: string, but?: number): Promise<number[]> {
  const from = startOfDay(app.clock.now(), timeZone) - daysLong(1);
  const to = app.clock.now() + daysLong(maxDays + 2);
  const placed = await listPlaced(app, accountId, { from, to, limit: 10_000 });
  return placed.flatMap(({ id, state, at }) => (state === "failed" || id === but ? [] : [at]));
}
