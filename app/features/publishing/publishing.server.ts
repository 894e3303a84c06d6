// Publishing: post now, choose a moment, take off the timeline, and send what is due. Never twice.
import type { App } from "~/app.server";
import { AppError } from "~/errors";
import {
  findAccountRow,
  findServingAccount,
  getAccount,
  openTokens,
  unlinkAccount,
} from "~/features/accounts/accounts.server";
import { isPostable } from "~/features/tweets/text.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { reach } from "~/points.server";
import { isTimeZone } from "~/zone";
import { drawMoment } from "./moment";
import * as queries from "./queries.server";
import { leaseLasts, nowTimeout, open, send, sendTimeout } from "./send.server";

export { reconcileDue, rescueOpenSends } from "./reconcile.server";

export interface Ask {
  userId: string;
  tweetId: number;
  /** The network's id of an account or its internal one; null: the default, else the first. */
  account: string | null;
}

const sentences = {
  noAccount: "Please connect an account first",
  taken: "This tweet is already on its way or published",
  notScheduled: "This tweet is not on the timeline",
  stopping: "The server is restarting. Please try again in a moment.",
  elsewhere: "Another process of this server is the publisher. Please try again in a moment.",
  late: "X did not answer in time. Linnet will find out whether it was posted, and will not post it twice.",
} as const;

/**
 * Posts at once and answers when the network has. Throws no_account, not_found, conflict (queued or published
 * already), network_refused or network_limited (the tweet is then failed, and says why), timeout (the tweet stays
 * publishing and is settled in the background), shutting_down, not_the_publisher.
 */
export async function publishNow(app: App, ask: Ask): Promise<Tweet> {
  requireReady(app);
  const account = await requireAccount(app, ask);
  await requirePostable(app, ask);
  return app.work.track(sendNow(app, ask, account.id));
}

async function sendNow(app: App, ask: Ask, accountId: number): Promise<Tweet> {
  reach("claim:before");
  const claimed = await app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const lease = { userId: ask.userId, tweetId: ask.tweetId, accountId, now, until: now + leaseLasts };
    const tweet = await queries.claimNow(trx, lease);
    return tweet && open(trx, app, tweet);
  });
  if (!claimed) throw new AppError("conflict", sentences.taken);
  const step = await send(app, claimed, nowTimeout);
  app.wake();
  const tweet = await getTweet(app, ask.userId, ask.tweetId);
  if (tweet.state === "published" || step === null) return tweet;
  if (tweet.state === "unknown") throw new AppError("timeout", sentences.late);
  const limited = step.attempt.code === "rate_limited";
  const waitMs = (step.account?.wait_until ?? 0) - app.clock.now();
  throw new AppError(limited ? "network_limited" : "network_refused", tweet.error ?? sentences.late, {
    ...(limited && waitMs > 0 ? { retryAfterSeconds: Math.ceil(waitMs / 1000) } : {}),
  });
}

function requireReady(app: App): void {
  if (app.work.stopping.aborted) throw new AppError("shutting_down", sentences.stopping);
  if (!app.work.isPublisher()) throw new AppError("not_the_publisher", sentences.elsewhere);
}

async function requireAccount(app: App, ask: Ask) {
  const account = await findServingAccount(app, ask.userId, ask.account);
  if (!account) throw new AppError("no_account", sentences.noAccount);
  if (account.status !== "active")
    throw new AppError("conflict", account.statusReason ?? "This account is paused. Resume it first.");
  return account;
}

/** Throws not_found, invalid: a tweet that the network would refuse is refused here, before it costs anything. */
async function requirePostable(app: App, ask: Ask): Promise<Tweet> {
  const tweet = await getTweet(app, ask.userId, ask.tweetId);
  const fit = isPostable(tweet.content);
  if (!fit.ok) throw new AppError("invalid", fit.message);
  return tweet;
}

export interface Moment {
  executeAt: number;
  timeZone: string;
  reason: string;
}

/**
 * Puts a tweet on the timeline at a moment drawn at random (moment.ts); on one that is there already draws again.
 * `timeZone` is the person's; one that isn't known gives way to the stored one. Throws as publishNow does, save what
 * the network says.
 */
export async function addToTimeline(app: App, ask: Ask & { timeZone: string | null; stored: string }): Promise<Moment> {
  const account = await requireAccount(app, ask);
  await requirePostable(app, ask);
  const timeZone = [ask.timeZone, ask.stored].find((zone) => zone !== null && isTimeZone(zone)) ?? "UTC";
  const now = app.clock.now();
  const { window, quietHours } = app.config;
  const moment = drawMoment({ now, timeZone, window, quietHours, random: app.random });
  await app.db.transaction().execute(async (trx) => {
    const by = { userId: ask.userId, tweetId: ask.tweetId, from: ["pending", "failed", "scheduled"] as const };
    const tweet = await queries.move(
      trx,
      { ...by, from: [...by.from] },
      {
        state: "scheduled",
        publish_type: "scheduled",
        account_id: account.id,
        due_at: moment.at,
        moment_reason: moment.reason,
        attempts: 0,
        error: null,
        error_code: null,
        updated_at: now,
      },
    );
    if (!tweet) throw new AppError("conflict", sentences.taken);
    await queries.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "scheduled", detail: moment.reason });
  });
  app.wake();
  return { executeAt: moment.at, timeZone, reason: moment.reason };
}

/** Takes a scheduled tweet off the timeline; it is pending again. Throws not_found, conflict. */
export async function takeOff(app: App, ask: { userId: string; tweetId: number }): Promise<Tweet> {
  const now = app.clock.now();
  const tweet = await getTweet(app, ask.userId, ask.tweetId);
  await app.db.transaction().execute(async (trx) => {
    const change = {
      state: "pending" as const,
      publish_type: null,
      due_at: null,
      moment_reason: null,
      updated_at: now,
    };
    const moved = await queries.move(trx, { ...ask, from: ["scheduled"] }, change);
    if (!moved) throw new AppError("conflict", sentences.notScheduled);
    await queries.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "taken_off", detail: null });
  });
  return getTweet(app, ask.userId, ask.tweetId);
}

/** How many sends one pass begins; each account has at most one of them. */
const mostAtOnce = 50;

/** What a pass of a job began; the loop goes on while it settles. */
export interface Pass {
  begun: number;
  settled: Promise<void>;
}

/** Claims what is due and begins to send it. */
export async function publishDue(app: App): Promise<Pass> {
  const now = app.clock.now();
  const due = await queries.nextScheduledAt(app.db);
  const idle = due === null || due > now || app.work.stopping.aborted || !app.work.isPublisher();
  if (idle) return { begun: 0, settled: Promise.resolve() };
  reach("claim:before");
  const claimed = await app.db.transaction().execute(async (trx) => {
    const by = { now, until: now + leaseLasts, gapMs: app.config.minGapMs, limit: mostAtOnce };
    const opened = [];
    for (const tweet of await queries.claimDue(trx, by)) opened.push(await open(trx, app, tweet));
    return opened;
  });
  const sends = claimed.map((one) => app.work.track(send(app, one, sendTimeout)));
  // The account's next tweet may be waiting for this one.
  const settled = Promise.allSettled(sends).then((ends) => {
    for (const end of ends) if (end.status === "rejected") app.log.error({ err: end.reason }, "a send broke");
    if (ends.length > 0) app.wake();
  });
  return { begun: claimed.length, settled };
}

/** Unlinks an account: what it had waiting is pending again, what it published stays. Throws not_found. */
export async function unlink(app: App, userId: string, ref: string): Promise<void> {
  const account = await getAccount(app, userId, ref);
  const now = app.clock.now();
  const tokens = await app.db.transaction().execute(async (trx) => {
    const row = await findAccountRow(trx, account.id);
    if (!row || row.unlinked_at !== null) throw new AppError("not_found", "This account is not linked");
    for (const tweetId of await queries.releaseAccount(trx, row.id, now))
      await queries.insertEvent(trx, { tweetId, at: now, kind: "taken_off", detail: "unlinked" });
    await unlinkAccount(trx, row, now);
    return row;
  });
  await revokeQuietly(app, tokens);
}

async function revokeQuietly(app: App, row: Parameters<typeof openTokens>[1]): Promise<void> {
  try {
    await app.network.revoke(openTokens(app, row));
  } catch (error) {
    app.log.warn({ err: error, account: row.id }, "the tokens could not be taken back at the network");
  }
}

/** When something of publishing falls due next, or null. */
export async function nextPublishAt(app: App): Promise<number | null> {
  const moments = [await queries.nextScheduledAt(app.db), await queries.nextUnknownAt(app.db)];
  const known = moments.filter((moment): moment is number => moment !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** The person's next scheduled tweet, for the foot of the perch. */
export const nextTweetAt = (app: App, userId: string): Promise<number | null> => queries.nextOfUser(app.db, userId);
