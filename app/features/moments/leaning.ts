// Weights of hours for random times, and how they divide a window. Pure.
import { hours } from "~/ground/time/duration";
import { stretches } from "~/ground/time/zone";

/** One per two hours of the local day, 12 in all. */
export type Weights = readonly number[];

export const slotMs = hours(2);
export const slotsADay = 12;
/** Half of the density stays uniform, so no hour is 2.5 times as likely as another. */
export const weightBounds = { min: 0.5, max: 2 };

export const isWeights = (value: unknown): value is Weights =>
  Array.isArray(value) &&
  value.length === slotsADay &&
  value.every((element) => typeof element === "number" && element >= weightBounds.min && element <= weightBounds.max);

export const toLeaning = (weights: Weights): string => JSON.stringify({ weights });

/** An invalid value counts as no preference, since the tweet must be posted. */
export function weightsIn(leaning: string | null): Weights | null {
  if (leaning === null) return null;
  try {
    const kept = JSON.parse(leaning) as { weights?: unknown } | null;
    return isWeights(kept?.weights) ? kept.weights : null;
  } catch {
    return null;
  }
}

export function densitiesOf(weights: Weights): number[] {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => 0.5 + (0.5 * weight) / mean);
}

interface Span {
  from: number;
  to: number;
}

export interface Part extends Span {
  density: number;
}

/** Splits spans where local time enters another slot, and joins equal neighbors. */
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

/** The instant below which `share` of the probability falls. */
export function pickOf(parts: readonly Part[], share: number): number {
  let left = share * parts.reduce((sum, { from, to, density }) => sum + (to - from) * density, 0);
  for (const { from, to, density } of parts) {
    const mass = (to - from) * density;
    // The division may round up to the end, which is excluded.
    if (left < mass) return Math.min(from + Math.floor(left / density), to - 1);
    left -= mass;
  }
  return (parts.at(-1)?.to ?? NaN) - 1;
}

/** The likeliest part with its above-average neighbors; null if all parts are equally likely. */
export function likeliest(parts: readonly Part[]): Span | null {
  const lengths = parts.map(({ from, to }) => to - from);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const mean = parts.reduce((sum, { density }, n) => sum + density * (lengths[n] ?? 0), 0) / whole;
  const [best] = parts.toSorted((a, b) => b.density - a.density || b.to - b.from - (a.to - a.from));
  if (!best || parts.every(({ density }) => density === best.density)) return null;
  let { from, to } = best;
  const others = parts.filter(({ density }) => density > mean);
  for (const part of others) if (part.from === to) to = part.to;
  for (const part of others.toReversed()) if (part.to === from) from = part.from;
  return { from, to };
}
