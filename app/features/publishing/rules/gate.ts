// Decides whether a due tweet is sent or rescheduled: too late, quiet hours, daily limits. Pure.
// The account's gap and rate limit are part of being due: store/due-and-gap.server.ts.
import { minutes } from "~/ground/time/duration";
import { cityTime } from "~/ground/time/city-time";
import { fullTime, zoneCity } from "~/ground/time/zone";
import { type Day, type Going, type Limits, limitReached, startOfNextDay } from "~/features/spending/day-limit";
import type { Weights } from "~/features/moments/leaning";
import { drawMoment, isQuiet, type Moment, type QuietHours } from "~/features/moments/moment";

/** A tweet due longer ago than this is rescheduled, so that late tweets aren't all posted together. */
export const lateAfter = minutes(15);

export interface Rules extends Limits {
  window: { fromMs: number; toMs: number };
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

export type Gate = { open: true } | { open: false; at: number; reason: string };

/** Lets a tweet that is due at `now` pass, or gives it another time and the reason. */
export function gate(now: number, due: Due, day: Day, going: Going, rules: Rules, random: () => number): Gate {
  const { timeZone } = due;
  const { window, quietHours, weights } = rules;
  const draw = (from: number): Moment =>
    drawMoment({ now: from, today: now, timeZone, window, quietHours, weights, random });
  if (due.dueAt < now - lateAfter) {
    const { at, reason } = draw(now);
    return {
      open: false,
      at,
      reason: `Missed ${fullTime(due.dueAt, timeZone, now)} because Linnet couldn’t post. ${reason}`,
    };
  }
  if (due.drawn && rules.quietHours && isQuiet(now, timeZone, rules.quietHours)) {
    const { at, reason } = draw(now);
    return { open: false, at, reason: `Moved out of your quiet hours (${cityTime(zoneCity(timeZone))}). ${reason}` };
  }
  const limit = limitReached(day, going, rules, due.username);
  if (limit === null) return { open: true };
  const { at, reason } = draw(startOfNextDay(now, timeZone) - rules.window.fromMs);
  return { open: false, at, reason: `${limit.sentence} ${reason}` };
}
