// The timeline: a random moment, an exact one, off again, and letting go of what failed.
import type { App } from "~/app.server";
import { days, minutes } from "~/duration";
import { AppError } from "~/errors";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { clockTime, isTimeZone, shortDate, zoneCity } from "~/zone";
import type { Db } from "~db/client.server";
import * as attempts from "./attempts.server";
import { drawMoment } from "./moment";
import * as queries from "./queries.server";
import { type Ask, requireNoTwin, requireSendable, sentences } from "./ready.server";

export interface Moment {
  executeAt: number;
  timeZone: string;
  /** How it was chosen, as a sentence; null where the person chose it. */
  reason: string | null;
}

const movable = ["pending", "failed", "scheduled"] as const;

/** What has to be true or written in the same transaction; it is told the moment, and what it throws undoes all. */
type Also = (trx: Db, executeAt: number) => Promise<void>;

/**
 * Puts a tweet on the timeline at a moment drawn at random (moment.ts); on one that is there already draws again.
 * `timeZone` is the person's; one that isn't known gives way to the stored one. Throws what ready.server does.
 */
export async function addToTimeline(
  app: App,
  ask: Ask & { timeZone: string | null; stored: string },
  also?: Also,
): Promise<Moment & { reason: string }> {
  const timeZone = [ask.timeZone, ask.stored].find((zone) => zone !== null && isTimeZone(zone)) ?? "UTC";
  const { window, quietHours } = app.config;
  const { at, reason } = drawMoment({ now: app.clock.now(), timeZone, window, quietHours, random: app.random });
  await place(app, ask, { executeAt: at, timeZone, reason }, also);
  return { executeAt: at, timeZone, reason };
}

const farthest = days(365);
/** A moment typed a minute ago is meant as now. */
const grace = minutes(1);

/** Puts a tweet on the timeline at the moment the person names, quiet hours or not. Throws invalid beside ready's. */
export async function scheduleAt(app: App, ask: Ask & { executeAt: number; timeZone: string }): Promise<Moment> {
  const now = app.clock.now();
  if (ask.executeAt < now - grace) throw new AppError("invalid", "Please choose a moment in the future");
  if (ask.executeAt > now + farthest) throw new AppError("invalid", "Please choose a moment within a year");
  const moment = { executeAt: Math.max(ask.executeAt, now), timeZone: ask.timeZone, reason: null };
  await place(app, ask, moment);
  return moment;
}

async function place(app: App, ask: Ask, moment: Moment, also?: Also): Promise<void> {
  const { tweet, account } = await requireSendable(app, ask, movable);
  const now = app.clock.now();
  const { executeAt, timeZone, reason } = moment;
  await app.db.transaction().execute(async (trx) => {
    await requireNoTwin(trx, app, tweet, timeZone);
    const by = { userId: ask.userId, tweetId: ask.tweetId, from: movable };
    const moved = await queries.move(trx, by, {
      state: "scheduled",
      publish_type: "scheduled",
      account_id: account.id,
      due_at: executeAt,
      moment_reason: reason,
      attempts: 0,
      withdrawn: 0,
      error: null,
      error_code: null,
      updated_at: now,
    });
    if (!moved) throw new AppError("conflict", sentences.taken);
    const chosen = `You chose ${shortDate(executeAt, timeZone)}, ${clockTime(executeAt, timeZone)} in ${zoneCity(timeZone)}.`;
    const kind = tweet.state === "scheduled" ? "moved" : "scheduled";
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind, detail: reason ?? chosen });
    await also?.(trx, executeAt);
  });
  app.wake();
}

/** Unschedules a tweet; it is pending again. Throws not_found, conflict. */
export async function takeOff(app: App, ask: { userId: string; tweetId: number }): Promise<Tweet> {
  const now = app.clock.now();
  const tweet = await getTweet(app, ask.userId, ask.tweetId);
  await app.db.transaction().execute(async (trx) => {
    const moved = await queries.move(trx, { ...ask, from: ["scheduled"] }, queries.offTheTimeline(now));
    if (!moved) throw new AppError("conflict", sentences.notScheduled);
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "taken_off", detail: null });
  });
  return getTweet(app, ask.userId, ask.tweetId);
}

/** Dismisses a failed tweet: it is pending again, and nothing asks for it any more. Throws not_found, conflict. */
export async function dismiss(app: App, ask: { userId: string; tweetId: number }): Promise<Tweet> {
  const now = app.clock.now();
  const tweet = await getTweet(app, ask.userId, ask.tweetId);
  await app.db.transaction().execute(async (trx) => {
    const change = { ...queries.offTheTimeline(now), error: null, error_code: null, attempts: 0 };
    const moved = await queries.move(trx, { ...ask, from: ["failed"] }, change);
    if (!moved) throw new AppError("conflict", sentences.notFailed);
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "dismissed", detail: null });
  });
  return getTweet(app, ask.userId, ask.tweetId);
}
