// Which readings of an account's posts are due, and when the next one is. Pure.
import { days, hours } from "~/ground/time/duration";
import { type Level, type ReadingSlot, type Slot, slots, slotsOf } from "./result";

/** A published post, and at which ages it was read. */
export interface ReadablePost {
  tweetId: number;
  postId: string;
  /** ms */
  publishedAt: number;
  has: ReadonlySet<Slot>;
}

export interface DueReading {
  tweetId: number;
  postId: string;
  publishedAt: number;
  /** One, but where `RESULTS_HOURS` lie so close that one reading serves several. */
  slots: Slot[];
}

/** A reading joins one that is due already, this share of its age before its moment: 72 minutes at 24 hours. */
const joinsWithin = 1 / 20;

/** A reading that is later than half of its age says nothing of that age any more; an hour is given to each. */
export const latestBy = (ageMs: number): number => Math.max(hours(1), ageMs / 2);

/** Whether it is too late at `now` for the reading at an age. */
const isTooLate = (now: number, publishedAt: number, age: number): boolean => now > publishedAt + age + latestBy(age);

/** What only the author may see is shown for 30 days. The oldest reading comes at 29, and may be late a little. */
export const privateFor = days(29.5);

/** The slots of a level with their ages, ms. */
export const agesOf = (level: Level, ages: readonly number[]): { slot: Slot; age: number }[] =>
  slots.flatMap((slot, n) => (slotsOf[level].includes(slot) ? [{ slot, age: ages[n] ?? Infinity }] : []));

/** The ages of a level at which a post was not read and will not be: it is too late for them. */
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

/** When a post went out that a level would read at `now`, by the age of that reading; both ends count. */
export const stretchesAt = (
  now: number,
  { level, ages }: { level: Level; ages: readonly number[] },
): { slot: Slot; from: number; to: number }[] =>
  agesOf(level, ages).map(({ slot, age }) => ({
    slot,
    from: now - age - latestBy(age),
    to: now - age + age * joinsWithin,
  }));

/** How far back a post may lie that a reading is still due of, ms. */
export function reachOf(level: Level, ages: readonly number[]): number {
  return Math.max(0, ...agesOf(level, ages).map(({ age }) => age + latestBy(age)));
}

/**
 * What to read of an account at `now`, the newest posts first: nothing before the first of them is due, then also what
 * falls due soon. What is too late is left out for good. `nextAt` is when the first of the others falls due; null: none.
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
  return { due, nextAt: orNull(nextAfter(open.filter((one) => !isNow(one)))) };
}
