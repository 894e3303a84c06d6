// Picks a scheduled tweet's random time, evenly or weighted, and correctly across clock changes.
import { days, hours, minutes } from "~/ground/time/duration";
import type { QuietHours } from "~/features/accounts/hours";
import { minutesText } from "~/features/accounts/hours-words";
import { timeInCity } from "~/ground/time/city-time";
import { clockTime, datedTime, fullTime, stretches, wallClock, zoneCity } from "~/ground/time/zone";
import { likeliest, type Part, partsOf, pickOf, type Weights } from "./leaning";
import { lengthOf, type Span, spacedSpans } from "./spacing";

export type { QuietHours };

export interface MomentInput {
  now: number;
  /** Day of the sentence; defaults to `now`. */
  today?: number;
  timeZone: string;
  /** Offsets from `now`. */
  window: { fromMs: number; toMs: number };
  quietHours: QuietHours | null;
  weights?: Weights | null;
  /** Times of the account's other tweets. */
  posts?: readonly number[];
  /** Distance to them while the window has room; 0 or left out: none. */
  spacingMs?: number;
  /** Returns a number in [0, 1). */
  random: () => number;
}

export interface Moment {
  at: number;
  reason: string;
  /** Whether the window moved to the end of the quiet hours. */
  slid: boolean;
}

export function isQuiet(instant: number, zone: string, quietHours: QuietHours | null): boolean {
  if (!quietHours) return false;
  const { from, to } = quietHours;
  const { hour } = wallClock(instant, zone);
  return from <= to ? from <= hour && hour < to : from <= hour || hour < to;
}

export function nextQuietEnd(instant: number, zone: string, quietHours: QuietHours): number {
  // A long search is slow and only needed if the one allowed hour falls into a clock change.
  for (const far of [hours(10), days(1), days(2), days(4)]) {
    const end = allowedSpans({ from: instant, to: instant + far }, zone, quietHours).find(
      (span) => span.from > instant,
    );
    if (end) return end.from;
  }
  throw new RangeError(`The quiet hours ${quietHours.from}-${quietHours.to} never end`);
}

/**
 * If too little is left, the window slides: clamping would put a third of all tweets on the end of the quiet hours.
 * Other tweets never make it slide.
 */
export function drawMoment(input: MomentInput): Moment {
  const { now, today = now, timeZone, window, quietHours, weights, posts = [], spacingMs = 0, random } = input;
  // Rounded up, because hours may be fractions and no time may come before the window.
  const start = Math.ceil(now + window.fromMs);
  const width = Math.max(Math.ceil(now + window.toMs) - start, 1);
  const wanted = Math.min(minutes(30), width / 4);
  let from = start;
  let spans = allowedSpans({ from, to: from + width }, timeZone, quietHours);
  while (quietHours && lengthOf(spans) < wanted) {
    from = nextQuietEnd(from, timeZone, quietHours);
    spans = allowedSpans({ from, to: from + width }, timeZone, quietHours);
  }
  const slid = from !== start;
  const parts = weights ? partsOf(spans, timeZone, weights) : [];
  const spaced = spacedSpans(spans, posts, spacingMs);
  const leaning = weights && likeliest(parts) ? partsOf(spaced.spans, timeZone, weights) : null;
  const at = leaning ? pickOf(leaning, random()) : pick(spaced.spans, random());
  return { at, reason: describe(spans, parts, timeZone, { slid, today, keptMs: spaced.keptMs }), slid };
}

function pick(spans: readonly Span[], share: number): number {
  const whole = lengthOf(spans);
  let left = Math.min(Math.floor(share * whole), whole - 1);
  for (const span of spans) {
    if (left < span.to - span.from) return span.from + left;
    left -= span.to - span.from;
  }
  throw new RangeError("There is no moment to choose from");
}

/** Local time is linear within a stretch of constant offset, so clock changes need no special case. */
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

/** Names the day of a time wherever it differs from the one named last. */
function describe(
  spans: Span[],
  parts: Part[],
  zone: string,
  options: { slid: boolean; today: number; keptMs: number | null },
): string {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) throw new RangeError("There is no moment to choose from");
  let named = last.to - first.from >= days(1) ? null : options.today;
  const describeInstant = (instant: number) => {
    const words = named === null ? fullTime(instant, zone, options.today) : datedTime(instant, zone, named);
    named = instant;
    return words;
  };
  const until = options.slid ? "Picked at random after your quiet hours," : "Picked at random";
  const between = timeInCity(`${describeInstant(first.from)} and ${describeInstant(last.to)}`, zoneCity(zone));
  const outside = spans.length > 1 ? ", outside your quiet hours" : "";
  const leaning = describeLeaning(parts, { from: first.from, to: last.to }, zone, describeInstant);
  const apart = options.keptMs === null ? "" : `, at least ${minutesText(options.keptMs)} from other tweets`;
  return `${until} between ${between}${outside}${apart}${leaning}.`;
}

/** Hours repeat in a window of several days, so they get no date. */
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
