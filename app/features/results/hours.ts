// Which two-hour slots and weekdays an account's posts were seen more in, as far as the figures bear it. Pure.
import { slotMs, slotsADay, weightBounds, type Weights } from "~/features/moments/leaning";
import { days } from "~/ground/time/duration";
import { offsetAt, type Stretch, stretches } from "~/ground/time/zone";
import { median } from "./rate";

export interface Cell {
  /** How many posts. */
  n: number;
  /** The logarithm of how much more it is seen than usual, shrunk; 0 where nothing speaks for a difference. */
  estimate: number;
  /** Whether it may be called "seen more so far". */
  named: boolean;
}

/** Of fewer posts no hour is told apart. */
export const minForHours = 60;

export interface WorkedHours {
  /** Posts that count: read at 24 h, and those whose moment the person chose only if they are included. */
  n: number;
  enough: boolean;
  /** From 0 to 2 on, twelve of them; from Monday on, seven. */
  slots: Cell[];
  weekdays: Cell[];
  /** How many posts each weekday (7) has in each two-hour slot (12). */
  counts: number[][];
}

/** One post: how often it was seen within its first 24 hours, and when it went out, ms. */
export interface Seen {
  views: number;
  publishedAt: number;
}

/** Where the clock on the wall stood: Monday is 0, from 0 to 2 is slot 0. */
export interface Place {
  weekday: number;
  slot: number;
}

const weekdays = 7;
/** 1 January 1970 was a Thursday. */
const firstWeekday = 3;

/**
 * The weekday and slot of each moment in a zone. A day whose ends have the same offset has no other between (no clock
 * goes forth and back within one), so Intl is asked once a day and not once a post.
 */
export function placesOf(moments: readonly number[], zone: string): Place[] {
  const known = new Map<number, Stretch[]>();
  const stretchesOn = (day: number): Stretch[] => {
    const [from, to] = [days(day), days(day + 1)];
    const offset = offsetAt(from, zone);
    return offsetAt(to, zone) === offset ? [{ from, to, offset }] : stretches(from, to, zone);
  };
  return moments.map((at) => {
    const day = Math.floor(at / days(1));
    let found = known.get(day);
    if (!found) known.set(day, (found = stretchesOn(day)));
    const local = at + (found.find(({ to }) => at < to)?.offset ?? 0);
    const localDay = Math.floor(local / days(1));
    return {
      weekday: (((localDay + firstWeekday) % weekdays) + weekdays) % weekdays,
      slot: Math.floor((local - days(localDay)) / slotMs),
    };
  });
}

/** Added to views and usual views, so that a post that nobody saw is not infinitely far from the others. */
const floor = 10;
const minForSpread = 5;
const minForName = 8;
const minStrength = 4;
/** One in twenty lies beyond, of what is no different. */
const reach95 = 1.645;

/** What an account's posts of the last 90 days say of its hours. Below 60 nothing is concluded: no cell differs from the usual. */
export function hoursOf(seen: readonly Seen[], zone: string): WorkedHours {
  const places = placesOf(
    seen.map(({ publishedAt }) => publishedAt),
    zone,
  );
  const usual = median(seen.map(({ views }) => views)) ?? 0;
  const logs = seen.map(({ views }) => Math.log((views + floor) / (usual + floor)));
  const mean = seen.length > 0 ? logs.reduce((sum, one) => sum + one, 0) / seen.length : 0;
  const residuals = logs.map((one) => one - mean);
  const counts = Array.from({ length: weekdays }, () => Array.from({ length: slotsADay }, () => 0));
  for (const { weekday, slot } of places) {
    const row = counts[weekday];
    if (row) row[slot] = (row[slot] ?? 0) + 1;
  }
  const enough = seen.length >= minForHours;
  const cellsBy = (of: (place: Place) => number, length: number): Cell[] => {
    const cells: number[][] = Array.from({ length }, () => []);
    for (const [n, place] of places.entries()) cells[of(place)]?.push(residuals[n] ?? 0);
    return estimate(cells, enough);
  };
  return {
    n: seen.length,
    enough,
    slots: cellsBy(({ slot }) => slot, slotsADay),
    weekdays: cellsBy(({ weekday }) => weekday, weekdays),
    counts,
  };
}

/** The cells' means, each shrunk towards 0 by how much cells differ beyond what chance makes of so few posts. */
function estimate(cells: readonly (readonly number[])[], enough: boolean): Cell[] {
  const means = cells.map((cell) => (cell.length > 0 ? cell.reduce((sum, one) => sum + one, 0) / cell.length : 0));
  const within = withinOf(cells, means);
  const used = means.flatMap((mean, n) => {
    const size = cells[n]?.length ?? 0;
    return size >= minForSpread ? [mean ** 2 - within / size] : [];
  });
  const between = used.length > 0 ? used.reduce((sum, one) => sum + one, 0) / used.length : 0;
  return cells.map(({ length: n }, index) => {
    if (!enough || !(between > 0)) return { n, estimate: 0, named: false };
    const strength = Math.max(minStrength, within / between);
    const shrunk = ((means[index] ?? 0) * n) / (n + strength);
    return { n, estimate: shrunk, named: n >= minForName && shrunk > reach95 * Math.sqrt(within / (n + strength)) };
  });
}

/** The variance of posts of one cell, pooled over all cells. */
function withinOf(cells: readonly (readonly number[])[], means: readonly number[]): number {
  let [squares, freedom] = [0, 0];
  for (const [n, cell] of cells.entries()) {
    for (const one of cell) squares += (one - (means[n] ?? 0)) ** 2;
    freedom += Math.max(cell.length - 1, 0);
  }
  return freedom > 0 ? squares / freedom : 0;
}

/** How much likelier each slot shall be drawn; null, all alike: too few posts, or no slot may be called seen more. */
export function weightsOf({ enough, slots }: Pick<WorkedHours, "enough" | "slots">): Weights | null {
  if (!enough || !slots.some(({ named }) => named)) return null;
  const { min, max } = weightBounds;
  return slots.map(({ n, estimate }) => (n < minForSpread ? 1 : Math.min(max, Math.max(min, Math.exp(estimate)))));
}
