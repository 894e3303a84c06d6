// Spreads tweets over days, limited by gap and daily posts, at random times.
import { minutes } from "~/ground/time/duration";
import { startOfLocalDay, wallClock } from "~/ground/time/zone";
import { allowedSpans, type QuietHours } from "./moment";
import { freeSpans, lengthOf, type Span, spacingSteps } from "./spacing";

export interface SpreadInput {
  now: number;
  timeZone: string;
  days: number;
  count: number;
  quietHours: QuietHours | null;
  minGapMs: number;
  /** Kept while all tweets fit, else halved down to the gap; left out or 0: the gap alone. */
  spacingMs?: number;
  /** 0: no limit. */
  dailyPostLimit: number;
  /** Scheduled posts, and those sent today or within the gap. */
  posts: readonly number[];
  random: () => number;
}

/** Gives the user time to read the plan. */
export const leadTime = minutes(15);

interface Day {
  from: number;
  to: number;
  spans: Span[];
  has: number;
}

/** Returns up to `count` times, ascending. Fills days evenly, as far apart as all of them fit. */
export function spread(input: SpreadInput): number[] {
  const days = daysOf(input);
  let best: number[] = [];
  for (const step of spacingSteps(input.spacingMs ?? 0).filter((step) => step > input.minGapMs)) {
    const times = spreadApart(days, { ...input, minGapMs: step });
    if (times.length === input.count) return times;
    if (times.length > best.length) best = times;
  }
  const times = spreadApart(days, input);
  return times.length > best.length ? times : best;
}

function spreadApart(empty: readonly Day[], input: SpreadInput): number[] {
  const days = empty.map((day) => ({ ...day }));
  const drawn: number[] = [];
  // A late time may take room from the next day, so leftovers are dealt again.
  for (let left = input.count; left > 0; left = input.count - drawn.length) {
    const before = drawn.length;
    const rooms = days.map((day) => roomOf(day, [...input.posts, ...drawn], left, input));
    const shares = deal(days, rooms, left, input.random);
    for (const [n, day] of days.entries()) {
      const posts = [...input.posts, ...drawn];
      const share = Math.min(shares[n] ?? 0, roomOf(day, posts, left, input));
      drawn.push(...drawWithin(freeSpans(day.spans, posts, input.minGapMs), share, input));
      day.has += share;
    }
    if (drawn.length === before) break;
  }
  return drawn.sort((a, b) => a - b);
}

function daysOf({ now, timeZone, days, quietHours, posts }: SpreadInput): Day[] {
  const { year, month, day } = wallClock(now, timeZone);
  const startOf = (n: number) => startOfLocalDay(year, month, day + n, timeZone);
  return Array.from({ length: days }, (_, n) => {
    const [from, to] = [startOf(n), startOf(n + 1)];
    const begins = Math.max(from, now + leadTime);
    const spans = begins < to ? allowedSpans({ from: begins, to }, timeZone, quietHours) : [];
    return { from, to, spans, has: posts.filter((at) => at >= from && at < to).length };
  });
}

function roomOf(day: Day, posts: readonly number[], max: number, input: SpreadInput): number {
  const { dailyPostLimit, minGapMs } = input;
  const bound = dailyPostLimit === 0 ? max : Math.min(max, dailyPostLimit - day.has);
  const spans = freeSpans(day.spans, posts, minGapMs);
  let room = 0;
  for (let next = firstFrom(spans, -Infinity); next !== null && room < bound; room += 1)
    next = firstFrom(spans, next + Math.max(minGapMs, 1));
  return room;
}

function deal(days: readonly Day[], rooms: readonly number[], count: number, random: () => number): number[] {
  const shares = days.map(() => 0);
  const levelOf = (n: number) => (days[n]?.has ?? 0) + (shares[n] ?? 0);
  for (let left = count; left > 0;) {
    const open = days.flatMap((_, n) => ((shares[n] ?? 0) < (rooms[n] ?? 0) ? [n] : []));
    if (open.length === 0) break;
    const lowest = Math.min(...open.map(levelOf));
    const level = open.filter((n) => levelOf(n) === lowest);
    for (const n of left < level.length ? evenly(level, left, random()) : level) {
      shares[n] = (shares[n] ?? 0) + 1;
      left -= 1;
    }
  }
  return shares;
}

const evenly = <T>(list: readonly T[], count: number, share: number): T[] =>
  Array.from({ length: count }, (_, n) => list[Math.floor(((n + share) * list.length) / count)]).flatMap((item) =>
    item === undefined ? [] : [item],
  );

/** Divides the spans into `count` parts and picks a time in each where the gap allows. All must fit. */
function drawWithin(spans: readonly Span[], count: number, { minGapMs, random }: SpreadInput): number[] {
  const gap = Math.max(minGapMs, 1);
  const latest: number[] = [];
  for (let n = count - 1; n >= 0; n -= 1) latest[n] = lastUpTo(spans, (latest[n + 1] ?? Infinity) - gap) ?? NaN;
  const whole = lengthOf(spans);
  const drawn: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const possible = clip(spans, (drawn[n - 1] ?? -Infinity) + gap, (latest[n] ?? 0) + 1);
    const part = clip(possible, at(spans, (whole * n) / count), at(spans, (whole * (n + 1)) / count));
    drawn.push(pickOf(part.length > 0 ? part : possible, random()));
  }
  return drawn;
}

function at(spans: readonly Span[], far: number): number {
  let left = far;
  for (const { from, to } of spans) {
    if (left < to - from) return from + Math.floor(left);
    left -= to - from;
  }
  return spans.at(-1)?.to ?? 0;
}

const pickOf = (spans: readonly Span[], share: number): number =>
  at(spans, Math.min(Math.floor(share * lengthOf(spans)), lengthOf(spans) - 1));

const clip = (spans: readonly Span[], from: number, to: number): Span[] =>
  spans.flatMap((span) => {
    const clipped = { from: Math.max(span.from, from), to: Math.min(span.to, to) };
    return clipped.from < clipped.to ? [clipped] : [];
  });

const firstFrom = (spans: readonly Span[], from: number): number | null => clip(spans, from, Infinity)[0]?.from ?? null;

function lastUpTo(spans: readonly Span[], to: number): number | null {
  const last = clip(spans, -Infinity, to + 1).at(-1);
  return last ? last.to - 1 : null;
}
