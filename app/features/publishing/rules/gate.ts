// Decides whether a due tweet is sent or needs another time: too late, quiet hours, daily limits. Pure.
// The account's gap and rate limit are part of being due: store/due-and-gap.server.ts.
import { minutes } from "~/ground/time/duration";
import { cityTime } from "~/ground/time/city-time";
import { fullTime, zoneCity } from "~/ground/time/zone";
import { type Day, type Going, type Limits, limitReached, startOfNextDay } from "~/features/spending/day-limit";
import type { Weights } from "~/features/moments/leaning";
import { isQuiet, type QuietHours } from "~/features/moments/moment";

/** A tweet due longer ago than this is rescheduled, so that late tweets aren't all posted together. */
export const lateAfter = minutes(15);

export interface Rules extends Limits {
  window: { fromMs: number; toMs: number };
  spacingMs: number;
  quietHours: QuietHours | null;
  /** How much likelier some hours are to be picked. Null or left out: all the same. */
  weights?: Weights | null;
}

export interface Due {
  dueAt: number;
  /** Linnet picked the time. A time that a user chose is kept, even in quiet hours. */
  drawn: boolean;
  timeZone: string;
  username: string;
}

/** Closed: the window is counted from `from`, and `why` comes before the new time's reason. */
export type Gate = { open: true } | { open: false; from: number; why: string };

/** Lets a tweet that is due at `now` pass, or says why not, and from when it may get another time. */
export function gate(now: number, due: Due, day: Day, going: Going, rules: Rules): Gate {
  const { timeZone } = due;
  if (due.dueAt < now - lateAfter) {
    const why = `Missed ${fullTime(due.dueAt, timeZone, now)} because Linnet couldn’t post.`;
    return { open: false, from: now, why };
  }
  if (due.drawn && rules.quietHours && isQuiet(now, timeZone, rules.quietHours))
    return { open: false, from: now, why: `Moved out of your quiet hours (${cityTime(zoneCity(timeZone))}).` };
  const limit = limitReached(day, going, rules, due.username);
  if (limit === null) return { open: true };
  return { open: false, from: startOfNextDay(now, timeZone) - rules.window.fromMs, why: limit.sentence };
}
