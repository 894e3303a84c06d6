// An oracle of moments that walks the wall clock minute by minute and knows nothing of offsets; and chance that repeats.
import { minutes } from "~/ground/time/duration";
import type { QuietHours } from "~/features/moments/moment";

const clocks = new Map<string, Intl.DateTimeFormat>();
export function hourAt(instant: number, timeZone: string): number {
  const made = () => new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  const clock = clocks.get(timeZone) ?? made();
  clocks.set(timeZone, clock);
  return Number(clock.format(instant));
}

export const quietAt = (instant: number, zone: string, quiet: QuietHours | null): boolean => {
  if (!quiet) return false;
  const hour = hourAt(instant, zone);
  for (let at = quiet.from; at !== quiet.to; at = (at + 1) % 24) if (at === hour) return true;
  return false;
};

/** From one full minute to the next no wall clock of these years enters or leaves an hour, or changes its offset. */
export const nextMinute = (instant: number): number => Math.floor(instant / minutes(1)) * minutes(1) + minutes(1);

export function allowedMs(from: number, to: number, zone: string, quiet: QuietHours | null): number {
  let sum = 0;
  for (let at = from; at < to; at = nextMinute(at))
    if (!quietAt(at, zone, quiet)) sum += Math.min(nextMinute(at), to) - at;
  return sum;
}

export function quietEndAfter(instant: number, zone: string, quiet: QuietHours): number {
  let was = quietAt(instant, zone, quiet);
  for (let at = nextMinute(instant); ; at = nextMinute(at)) {
    const is = quietAt(at, zone, quiet);
    if (was && !is) return at;
    was = is;
  }
}

/** Where the window comes to lie, by the rule's own words. */
export function placed(from: number, width: number, zone: string, quiet: QuietHours | null): number {
  const wanted = Math.min(minutes(30), width / 4);
  let start = from;
  while (quiet && allowedMs(start, start + width, zone, quiet) < wanted) start = quietEndAfter(start, zone, quiet);
  return start;
}

/** Mulberry32: the same numbers each time, so that the counts below can't fail by bad luck. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
