// Moves a scheduled tweet to a random minute of another slot.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { AppError, type FaultType } from "~/ground/errors";
import { days } from "~/ground/time/duration";
import { timeInCity } from "~/ground/time/city-time";
import { datedTime, instantOf, shortDate, zoneCity } from "~/ground/time/zone";
import { listNeighbors, timesBut } from "~/features/moments/neighbors.server";
import { drawInSlot } from "~/features/moments/slot-moment";
import * as attempts from "~/features/publishing/store/attempts.server";
import { noteKey } from "~/features/publishing/store/key-events.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { getTweet, listComing } from "~/features/tweets/tweets.server";
import {
  preconditionMessages,
  requireNotSoon,
  requireSendable,
  requireWhole,
} from "~/features/publishing/verbs/preconditions.server";
import { farthest, type Place, tooFar } from "./schedule.server";

export const moveMessages = {
  passed: "This time slot is in the past.",
  inFlight: "This tweet is being posted, so it can’t be moved.",
} as const;

/** More than fit into a month with the gap in between, so all are listed. */
const maxOthers = 10_000;

export interface MoveRequest extends SlotAsk {
  userId: string;
  tweetId: number;
  keyId?: number | null;
}

/** `reason` null: the user chose the time. */
interface Before {
  at: number;
  reason: string | null;
}

/** Throws not_found, not_scheduled, already_sent, quiet_hours, invalid (slot passed, full or over a year ahead). */
export async function moveToSlot(app: App, request: MoveRequest): Promise<Place & { reason: string; before: Before }> {
  const moved = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    const inside = { ...app, db: trx };
    const found = await getTweet(inside, request.userId, request.tweetId);
    await requireWhole(trx, found);
    requireNotSoon(found);
    const { state, dueAt, momentReason } = found;
    if (state === "publishing" || state === "unknown") throw new AppError("already_sent", moveMessages.inFlight);
    if (state !== "scheduled" || dueAt === null) throw new AppError("not_scheduled", preconditionMessages.notScheduled);
    const { tweet, account, timeZone } = await requireSendable(trx, app, { ...request, account: null }, ["scheduled"]);
    const stays = ` This tweet stays scheduled for ${datedTime(dueAt, timeZone, app.clock.now())}.`;
    const { at: executeAt, stored } = await drawIn(trx, app, request, {
      account,
      timeZone,
      tweetId: tweet.id,
      anyway: "Move anyway?",
      stays,
    });
    const reason = reasonOf(request, timeZone);
    const now = app.clock.now();
    if (!(await queries.postpone(trx, tweet.id, { at: executeAt, reason: stored, now })))
      throw new AppError("already_sent", moveMessages.inFlight);
    await noteKey(trx, { tweetId: tweet.id, at: now, keyId: request.keyId, action: "Moved" });
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "moved", detail: reason });
    return { executeAt, timeZone, reason, account, before: { at: dueAt, reason: momentReason } };
  });
  app.wake();
  return moved;
}

export interface SlotAsk {
  /** "2026-11-19", in the user's time zone. */
  date: string;
  /** First hour of the slot; 23 means the night of that date. */
  hour: number;
  anyway: boolean;
}

interface For {
  account: Account;
  timeZone: string;
  tweetId: number;
  anyway: string;
  stays: string;
}

/** Call it with the user locked. `stored` null keeps the gate from moving a quiet time. Throws invalid, quiet_hours. */
export async function drawIn(
  trx: Transaction,
  app: App,
  slot: SlotAsk,
  options: For,
): Promise<{ at: number; stored: string | null }> {
  const { date, hour } = slot;
  const { account, timeZone } = options;
  const now = app.clock.now();
  const coming = await listComing({ ...app, db: trx }, account.id, { after: null, limit: maxOthers });
  const others = coming.filter(({ id }) => id !== options.tweetId).map(({ at }) => at);
  const { minGapMs: gapMs, spacingMs, quietHours } = hoursOf(app.config, account.hours);
  // Every zone has noon. A clock change may skip midnight.
  const before = (instantOf(`${date}T12:00`, timeZone) ?? now) - days(1);
  const near = { now: before, window: { toMs: days(2) }, spacingMs };
  const posts = timesBut(await listNeighbors(trx, account.id, near), [options.tweetId]);
  const rules = { others, gapMs, posts, spacingMs, quietHours };
  const drawn = drawInSlot({ date, hour, now, timeZone, ...rules, random: app.random });
  const wrong = (message: string, field: string, type: FaultType) =>
    new AppError("invalid", message, { about: { field, type } });
  if (drawn === "passed") throw wrong(moveMessages.passed, "slot", "past");
  if ((instantOf(`${date}T00:00`, timeZone) ?? 0) > now + farthest) throw wrong(tooFar, "date", "not_in_range");
  if (drawn === "full")
    throw wrong(`No free time on ${wordsOf(slot, timeZone)}.${options.stays}`, "slot", "not_in_range");
  if (drawn.quiet && !slot.anyway)
    throw new AppError(
      "quiet_hours",
      `Your quiet hours include ${datedTime(drawn.at, timeZone, now)}. ${options.anyway}`,
    );
  return { at: drawn.at, stored: drawn.quiet ? null : reasonOf(slot, timeZone) };
}

const reasonOf = (slot: SlotAsk, timeZone: string): string =>
  `Picked at random within ${timeInCity(wordsOf(slot, timeZone), zoneCity(timeZone))}.`;

const two = (hour: number): string => String(hour).padStart(2, "0");

function wordsOf({ date, hour }: SlotAsk, timeZone: string): string {
  const day = shortDate(instantOf(`${date}T12:00`, timeZone) ?? 0, timeZone);
  return hour === 23 ? `the night of ${day}` : `${day}, ${two(hour)}:00–${two(hour + 2)}:00`;
}
