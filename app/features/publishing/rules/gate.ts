// Whether a tweet that is due may go out now, and if not, when: late, quiet hours, the day's limits. Pure. The gap between
// an account's posts and its rate limit are conditions of being due: store/due-and-gap.server.ts.
import { minutes } from "~/ground/time/duration";
import { fullTime, zoneCity } from "~/ground/time/zone";
import { type Day, type Going, type Limits, limitReached, startOfNextDay } from "~/features/spending/day-limit";
import type { Weights } from "~/features/moments/leaning";
import { drawMoment, isQuiet, type Moment, type QuietHours } from "~/features/moments/moment";

/** What fell due longer ago than this is not sent late in a heap, but at a new moment. */
export const lateAfter = minutes(15);

export interface Rules extends Limits {
  window: { fromMs: number; toMs: number };
  quietHours: QuietHours | null;
  /** How much likelier which hours are drawn; null or left out: all alike. */
  weights?: Weights | null;
}

export interface Due {
  dueAt: number;
  /** Drawn by us: a moment that a person chose is kept, quiet hours or not. */
  drawn: boolean;
  timeZone: string;
  username: string;
}

export type Gate = { open: true } | { open: false; at: number; reason: string };

/** A tweet due at `now` may pass, or gets another moment with the reason for it. */
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
      reason: `It fell due ${fullTime(due.dueAt, timeZone, now)}, while nothing could be sent. ${reason}`,
    };
  }
  if (due.drawn && rules.quietHours && isQuiet(now, timeZone, rules.quietHours)) {
    const { at, reason } = draw(now);
    return { open: false, at, reason: `It fell due within the quiet hours of ${zoneCity(timeZone)}. ${reason}` };
  }
  const limit = limitReached(day, going, rules, due.username);
  if (limit === null) return { open: true };
  const { at, reason } = draw(startOfNextDay(now, timeZone) - rules.window.fromMs);
  return { open: false, at, reason: `${limit.sentence} ${reason}` };
}
