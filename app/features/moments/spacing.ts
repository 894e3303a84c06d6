// Keeps random times apart from an account's other tweets while there is room. Pure.
import { minutes } from "~/ground/time/duration";

export interface Span {
  from: number;
  to: number;
}

/** With less free time than this, several tweets would share a few seconds, so a smaller distance is tried. */
export const enoughRoom = minutes(5);

/** Distances to try, largest first: the spacing, halved in whole minutes. 60, 30, 15, 8, 4, 2, 1. */
export function spacingSteps(spacingMs: number): number[] {
  const steps: number[] = [];
  for (let step = Math.ceil(spacingMs / minutes(1)); step > 0; step = step === 1 ? 0 : Math.ceil(step / 2))
    steps.push(minutes(step));
  return steps;
}

/** The parts of `spans` at least `gapMs` from each post. Spans must be ascending. */
export function freeSpans(spans: readonly Span[], posts: readonly number[], gapMs: number): Span[] {
  const [begins, ends] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const near = posts.filter((at) => at > begins - gapMs && at < ends + gapMs).sort((a, b) => a - b);
  const free: Span[] = [];
  let next = 0;
  for (const span of spans) {
    let from = span.from;
    // A post may be near two spans, so only those before this one are skipped.
    while (next < near.length && (near[next] ?? 0) + gapMs <= from) next += 1;
    for (let n = next; n < near.length && from < span.to; n += 1) {
      const at = near[n] ?? 0;
      const to = Math.min(at - gapMs + 1, span.to);
      if (from < to) free.push({ from, to });
      from = Math.max(from, at + gapMs, to);
    }
    if (from < span.to) free.push({ from, to: span.to });
  }
  return free;
}

/** `keptMs` null: no post was near, or there is no room, and the spans are as they were. */
export function spacedSpans(
  spans: Span[],
  posts: readonly number[],
  spacingMs: number,
): { spans: Span[]; keptMs: number | null } {
  for (const step of spacingSteps(spacingMs)) {
    const free = freeSpans(spans, posts, step);
    const length = lengthOf(free);
    if (length === lengthOf(spans)) return { spans, keptMs: null };
    if (length >= enoughRoom) return { spans: free, keptMs: step };
  }
  return { spans, keptMs: null };
}

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);
