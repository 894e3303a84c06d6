// How much likelier which hours are drawn: an account's weights as they are kept, and the time of a window by them. Pure.
import { hours } from "~/ground/time/duration";
import { stretches } from "~/ground/time/zone";

/** One for each two hours of the local clock, from midnight on: twelve numbers within `weightBounds`. */
export type Weights = readonly number[];

export const slotMs = hours(2);
export const slotsADay = 12;
/** Of the weights; as half of the density stays uniform, no hour is drawn 2.5 times as often as another. */
export const weightBounds = { min: 0.5, max: 2 };

export const isWeights = (value: unknown): value is Weights =>
  Array.isArray(value) &&
  value.length === slotsADay &&
  value.every((one) => typeof one === "number" && one >= weightBounds.min && one <= weightBounds.max);

/** As `accounts.leaning` keeps them. */
export const toLeaning = (weights: Weights): string => JSON.stringify({ weights });

/** What `accounts.leaning` says; what it can't have been given here is null, all hours alike: a tweet has to go out. */
export function weightsIn(leaning: string | null): Weights | null {
  if (leaning === null) return null;
  try {
    const kept = JSON.parse(leaning) as { weights?: unknown } | null;
    return isWeights(kept?.weights) ? kept.weights : null;
  } catch {
    return null;
  }
}

/** How likely a moment of each slot is, 1 on average over the day: half of it is alike for all. */
export function densitiesOf(weights: Weights): number[] {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => 0.5 + (0.5 * weight) / mean);
}

interface Span {
  from: number;
  to: number;
}

/** Instants that are equally likely. */
export interface Part extends Span {
  density: number;
}

/**
 * The spans, parted where the clock on the wall enters another slot; what touches and is equally likely is one part. In
 * a stretch of constant offset slots are plain arithmetic, so one that the clock makes longer or shorter is so here.
 */
export function partsOf(spans: readonly Span[], zone: string, weights: Weights): Part[] {
  const densities = densitiesOf(weights);
  const parts: Part[] = [];
  for (const span of spans)
    for (const { from, to, offset } of stretches(span.from, span.to, zone))
      for (let at = from; at < to;) {
        const slot = Math.floor((at + offset) / slotMs);
        const end = Math.min((slot + 1) * slotMs - offset, to);
        const density = densities[slot % slotsADay] ?? 1;
        const last = parts.at(-1);
        if (last?.to === at && last.density === density) last.to = end;
        else parts.push({ from: at, to: end, density });
        at = end;
      }
  return parts;
}

/** The instant before which `share` of the likelihood lies. */
export function pickOf(parts: readonly Part[], share: number): number {
  let left = share * parts.reduce((sum, { from, to, density }) => sum + (to - from) * density, 0);
  for (const { from, to, density } of parts) {
    const mass = (to - from) * density;
    // A division may round up to the end of the part, which is not in it.
    if (left < mass) return Math.min(from + Math.floor(left / density), to - 1);
    left -= mass;
  }
  return (parts.at(-1)?.to ?? NaN) - 1;
}

/**
 * The likeliest part, of equal ones the largest, with what touches it and is likelier than the average; null where all
 * is equally likely.
 */
export function likeliest(parts: readonly Part[]): Span | null {
  const lengths = parts.map(({ from, to }) => to - from);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const mean = parts.reduce((sum, { density }, n) => sum + density * (lengths[n] ?? 0), 0) / whole;
  const [best] = parts.toSorted(
    (one, other) => other.density - one.density || other.to - other.from - (one.to - one.from),
  );
  if (!best || parts.every(({ density }) => density === best.density)) return null;
  let { from, to } = best;
  const others = parts.filter(({ density }) => density > mean);
  for (const part of others) if (part.from === to) to = part.to;
  for (const part of others.toReversed()) if (part.to === from) from = part.from;
  return { from, to };
}
