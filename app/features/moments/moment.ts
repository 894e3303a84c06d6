// Chooses the moment of a scheduled tweet: uniform over the allowed part of the window, or leaning towards some of its
// hours; exact where the clock changes.
import { days, hours, minutes } from "~/ground/time/duration";
import type { QuietHours } from "~/features/accounts/hours";
import { clockTime, datedTime, fullTime, stretches, wallClock, zoneCity } from "~/ground/time/zone";
import { likeliest, type Part, partsOf, pickOf, type Weights } from "./leaning";

export type { QuietHours };

export interface MomentInput {
  now: number;
  /** The day that the sentence is written on; left out: that of `now`. */
  today?: number;
  timeZone: string;
  /** Distances from now. */
  window: { fromMs: number; toMs: number };
  quietHours: QuietHours | null;
  /** How much likelier each two hours of the clock are; null or left out: all alike. */
  weights?: Weights | null;
  /** A number in [0, 1). */
  random: () => number;
}

export interface Moment {
  at: number;
  /** One sentence for the person: from when to when the moment was chosen, and why. */
  reason: string;
  /** Whether quiet hours left so little of the window that it was moved behind them. */
  slid: boolean;
}

/** Instants from `from` up to, not including, `to`. */
export interface Span {
  from: number;
  to: number;
}

/** Whether the clock on the wall is within the quiet hours; never, where there are none. */
export function isQuiet(instant: number, zone: string, quietHours: QuietHours | null): boolean {
  if (!quietHours) return false;
  const { from, to } = quietHours;
  const { hour } = wallClock(instant, zone);
  return from <= to ? from <= hour && hour < to : from <= hour || hour < to;
}

/** The first instant after this one at which a quiet period ends; from within one, its own end. */
export function nextQuietEnd(instant: number, zone: string, quietHours: QuietHours): number {
  // Looking far costs time and is hardly ever needed: only where the one allowed hour of a day falls into a gap.
  for (const far of [hours(10), days(1), days(2), days(4)]) {
    const end = allowedSpans({ from: instant, to: instant + far }, zone, quietHours).find(
      (span) => span.from > instant,
    );
    if (end) return end.from;
  }
  throw new RangeError(`The quiet hours ${quietHours.from}-${quietHours.to} never end`);
}

/**
 * Draws one instant, each millisecond outside the quiet hours being equally likely, or as likely as `weights` make its
 * hour (leaning.ts), which changes nothing of where the window and the quiet hours lie. Where these leave less than
 * 30 minutes (or a quarter of the window, if that is less) the window slides, same width, to their end: clamping would
 * put a third of all tweets on the very second at which the quiet hours end. Without quiet hours it never slides.
 */
export function drawMoment({ now, today = now, timeZone, window, quietHours, weights, random }: MomentInput): Moment {
  // Rounded up, because hours may be fractions, and nothing may come a millisecond before the window.
  const start = Math.ceil(now + window.fromMs);
  const width = Math.max(Math.ceil(now + window.toMs) - start, 1);
  const wanted = Math.min(minutes(30), width / 4);
  let from = start;
  let spans = allowedSpans({ from, to: from + width }, timeZone, quietHours);
  while (quietHours && total(spans) < wanted) {
    from = nextQuietEnd(from, timeZone, quietHours);
    spans = allowedSpans({ from, to: from + width }, timeZone, quietHours);
  }
  const slid = from !== start;
  const parts = weights ? partsOf(spans, timeZone, weights) : [];
  const leans = likeliest(parts) !== null;
  const at = leans ? pickOf(parts, random()) : pick(spans, random());
  return { at, reason: describe(spans, parts, timeZone, { slid, today }), slid };
}

const total = (spans: Span[]): number => spans.reduce((sum, span) => sum + span.to - span.from, 0);

/** The instant that lies `share` of the way through the spans, were they laid end to end. */
function pick(spans: Span[], share: number): number {
  const whole = total(spans);
  let left = Math.min(Math.floor(share * whole), whole - 1);
  for (const span of spans) {
    if (left < span.to - span.from) return span.from + left;
    left -= span.to - span.from;
  }
  throw new RangeError("There is no moment to choose from");
}

/**
 * What the quiet hours leave of a span, in order and without touching neighbours. Within a stretch of constant offset
 * local time is linear, so the hours are plain arithmetic there; gaps and overlaps of the clock need no rule of their own.
 */
export function allowedSpans(whole: Span, zone: string, quietHours: QuietHours | null): Span[] {
  if (!quietHours || quietHours.from === quietHours.to) return [whole];
  const opens = hours(quietHours.to);
  const closes = hours(quietHours.from) + (quietHours.from < quietHours.to ? days(1) : 0);
  const found: Span[] = [];
  for (const { from, to, offset } of stretches(whole.from, whole.to, zone)) {
    const firstDay = Math.floor((from + offset) / days(1)) - 1;
    for (let day = days(firstDay) - offset; day < to; day += days(1)) {
      const span = { from: Math.max(day + opens, from), to: Math.min(day + closes, to) };
      const last = found.at(-1);
      if (span.from >= span.to) continue;
      if (last?.to === span.from) last.to = span.to;
      else found.push(span);
    }
  }
  return found;
}

/** The sentence under the tweet. Each time has its day wherever that is another than the last one said; first that is `today`'s. */
function describe(spans: Span[], parts: Part[], zone: string, by: { slid: boolean; today: number }): string {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) throw new RangeError("There is no moment to choose from");
  // Of several days each is named.
  let named = last.to - first.from >= days(1) ? null : by.today;
  const describeInstant = (instant: number) => {
    const words = named === null ? fullTime(instant, zone, by.today) : datedTime(instant, zone, named);
    named = instant;
    return words;
  };
  const until = by.slid ? `Your quiet hours last until ${describeInstant(first.from)}, so chosen` : "Chosen";
  const between = `${describeInstant(first.from)} and ${describeInstant(last.to)} in ${zoneCity(zone)}`;
  const outside = spans.length > 1 ? ", outside your quiet hours" : "";
  const leaning = describeLeaning(parts, { from: first.from, to: last.to }, zone, describeInstant);
  return `${until} at random between ${between}${outside}${leaning}.`;
}

/** When it is likelier; a window of days has the same hours more than once, so these have no date. */
function describeLeaning(
  parts: Part[],
  whole: Span,
  zone: string,
  describeInstant: (instant: number) => string,
): string {
  const likely = likeliest(parts);
  if (!likely) return "";
  const isOneDay = whole.to - whole.from < days(1);
  const describeHour = isOneDay ? describeInstant : (instant: number) => clockTime(instant, zone);
  const from = isOneDay && likely.from === whole.from ? "" : ` from ${describeHour(likely.from)}`;
  const to = isOneDay && likely.to === whole.to ? "" : ` ${from ? "to" : "until"} ${describeHour(likely.to)}`;
  return `, a little more likely${from}${to}`;
}
