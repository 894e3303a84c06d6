// Decides which readings of an account's posts are due, and when the next one is. Pure.
import { days, hours } from "~/ground/time/duration";
import { type Level, type ReadingSlot, type Slot, slots, slotsOf } from "./result";

export interface ReadablePost {
  tweetId: number;
  postId: string;
  publishedAt: number;
  has: ReadonlySet<Slot>;
}

export interface DueReading {
  tweetId: number;
  postId: string;
  publishedAt: number;
  /** Several only if `RESULTS_HOURS` are so close that one reading counts for all of them. */
  slots: Slot[];
}

/** Share of its age by which a reading may be early to join another: 72 minutes at 24 hours. */
const joinsWithin = 1 / 20;

/** Latest delay of a reading, after which it says too little about its age; at least an hour. */
export const latestBy = (ageMs: number): number => Math.max(hours(1), ageMs / 2);

const isTooLate = (now: number, publishedAt: number, age: number): boolean => now > publishedAt + age + latestBy(age);

/** X shows private figures for 30 days. The last reading is due at 29 and may be a little late. */
export const privateFor = days(29.5);

export const agesOf = (level: Level, ages: readonly number[]): { slot: Slot; age: number }[] =>
  slots.flatMap((slot, n) => (slotsOf[level].includes(slot) ? [{ slot, age: ages[n] ?? Infinity }] : []));

export function missedOf(
  { publishedAt, deletedAt }: { publishedAt: number; deletedAt: number | null },
  readings: readonly { slot: ReadingSlot }[],
  { now, level, ages }: { now: number; level: Level; ages: readonly number[] },
): Slot[] {
  if (deletedAt !== null) return [];
  const has = new Set(readings.map(({ slot }) => slot));
  return agesOf(level, ages)
    .filter(({ slot, age }) => !has.has(slot) && isTooLate(now, publishedAt, age))
    .map(({ slot }) => slot);
}

/** Publication times, both ends included, of posts that a level would read at `now`. */
export const stretchesAt = (
  now: number,
  { level, ages }: { level: Level; ages: readonly number[] },
): { slot: Slot; from: number; to: number }[] =>
  agesOf(level, ages).map(({ slot, age }) => ({
    slot,
    from: now - age - latestBy(age),
    to: now - age + age * joinsWithin,
  }));

export function reachOf(level: Level, ages: readonly number[]): number {
  return Math.max(0, ...agesOf(level, ages).map(({ age }) => age + latestBy(age)));
}

/**
 * Readings for `now`, newest posts first: none until one is due, then also those due soon. `nextAt`: when the next
 * other reading is due.
 */
export function dueReadings(
  now: number,
  posts: readonly ReadablePost[],
  { level, ages }: { level: Level; ages: readonly number[] },
): { due: DueReading[]; nextAt: number | null } {
  const wanted = agesOf(level, ages);
  const open = posts.flatMap((post) =>
    wanted
      .filter(({ slot, age }) => !post.has.has(slot) && !isTooLate(now, post.publishedAt, age))
      .map(({ slot, age }) => ({ post, slot, age, at: post.publishedAt + age })),
  );
  const nextAfter = (left: typeof open) => left.reduce((next, { at }) => Math.min(next, at), Infinity);
  const orNull = (at: number) => (at === Infinity ? null : at);
  if (!open.some(({ at }) => at <= now)) return { due: [], nextAt: orNull(nextAfter(open)) };
  const isNow = ({ at, age }: (typeof open)[number]) => at <= now + age * joinsWithin;
  const byPost = new Map<number, DueReading>();
  for (const { post, slot } of open.filter(isNow)) {
    const { tweetId, postId, publishedAt } = post;
    const reading = byPost.get(tweetId) ?? { tweetId, postId, publishedAt, slots: [] };
    byPost.set(tweetId, { ...reading, slots: [...reading.slots, slot] });
  }
  const due = [...byPost.values()].sort((a, b) => b.publishedAt - a.publishedAt || b.tweetId - a.tweetId);
  return { due, nextAt: orNull(nextAfter(open.filter((reading) => !isNow(reading)))) };
}
