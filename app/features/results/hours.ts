// Estimates in which two-hour slots and weekdays an account's posts are seen more. Pure.
import { slotMs, slotsADay, weightBounds, type Weights } from "~/features/moments/leaning";
import { days } from "~/ground/time/duration";
import { offsetAt, type Stretch, stretches } from "~/ground/time/zone";
import { median } from "./rate";

export interface Cell {
  n: number;
  /** Logarithm of the views relative to the usual, shrunk; 0 without evidence of a difference. */
  estimate: number;
  named: boolean;
}

export const minForHours = 60;

export interface InsightsHours {
  n: number;
  enough: boolean;
  slots: Cell[];
  weekdays: Cell[];
  counts: number[][];
}

export interface Seen {
  views: number;
  publishedAt: number;
}

export interface Place {
  weekday: number;
  slot: number;
}

const weekdays = 7;
/** 1 January 1970 was a Thursday. */
const firstWeekday = 3;

/**
 * A day whose ends have the same offset has no other in between, so Intl is asked once a day instead of once a post.
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

/** Keeps the logarithm finite for posts without views. */
const floor = 10;
const minForSpread = 5;
const minForName = 8;
const minStrength = 4;
/** One-sided 95 %: about one in twenty slots is named by chance. */
const reach95 = 1.645;

/** With fewer than `minForHours` posts all estimates are 0. */
export function hoursOf(seen: readonly Seen[], zone: string): InsightsHours {
  const places = placesOf(
    seen.map(({ publishedAt }) => publishedAt),
    zone,
  );
  const usual = median(seen.map(({ views }) => views)) ?? 0;
  const logs = seen.map(({ views }) => Math.log((views + floor) / (usual + floor)));
  const mean = seen.length > 0 ? logs.reduce((sum, value) => sum + value, 0) / seen.length : 0;
  const residuals = logs.map((log) => log - mean);
  const counts = Array.from({ length: weekdays }, () => Array.from({ length: slotsADay }, () => 0));
  for (const { weekday, slot } of places) {
    const row = counts[weekday];
    if (row) row[slot] = (row[slot] ?? 0) + 1;
  }
  const enough = seen.length >= minForHours;
  const cellsBy = (valueOf: (place: Place) => number, length: number): Cell[] => {
    const cells: number[][] = Array.from({ length }, () => []);
    for (const [n, place] of places.entries()) cells[valueOf(place)]?.push(residuals[n] ?? 0);
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

function estimate(cells: readonly (readonly number[])[], enough: boolean): Cell[] {
  const means = cells.map((cell) => (cell.length > 0 ? cell.reduce((sum, value) => sum + value, 0) / cell.length : 0));
  const within = withinOf(cells, means);
  const used = means.flatMap((mean, n) => {
    const size = cells[n]?.length ?? 0;
    return size >= minForSpread ? [mean ** 2 - within / size] : [];
  });
  const between = used.length > 0 ? used.reduce((sum, value) => sum + value, 0) / used.length : 0;
  return cells.map(({ length: n }, index) => {
    if (!enough || !(between > 0)) return { n, estimate: 0, named: false };
    const strength = Math.max(minStrength, within / between);
    const shrunk = ((means[index] ?? 0) * n) / (n + strength);
    return { n, estimate: shrunk, named: n >= minForName && shrunk > reach95 * Math.sqrt(within / (n + strength)) };
  });
}

function withinOf(cells: readonly (readonly number[])[], means: readonly number[]): number {
  let [squares, freedom] = [0, 0];
  for (const [n, cell] of cells.entries()) {
    for (const one of cell) squares += (one - (means[n] ?? 0)) ** 2;
    freedom += Math.max(cell.length - 1, 0);
  }
  return freedom > 0 ? squares / freedom : 0;
}

/** Relative weights for choosing a slot. Null if no slot stands out. */
export function weightsOf({ enough, slots }: Pick<InsightsHours, "enough" | "slots">): Weights | null {
  if (!enough || !slots.some(({ named }) => named)) return null;
  const { min, max } = weightBounds;
  return slots.map(({ n, estimate }) => (n < minForSpread ? 1 : Math.min(max, Math.max(min, Math.exp(estimate)))));
}
