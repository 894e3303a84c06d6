// Invented accounts whose truth is known, so that what is concluded of them can be judged; the same in every run.
import { days, hours } from "~/ground/time/duration";
import type { Counted } from "~/features/results/rate";
import type { Seen } from "~/features/results/hours";

/** Numbers in [0, 1), the same each time (Mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number of the standard bell curve (Box and Muller). */
export const bell = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A number of Gamma(shape, 1) (Marsaglia and Tsang). */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = bell(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d * (1 - v + Math.log(v))) return d * v;
  }
}

function beta(a: number, b: number, random: () => number): number {
  const [one, other] = [gamma(a, random), gamma(b, random)];
  return one / (one + other);
}

/** How many of `n` views became reactions: jumps from one to the next, exact. */
function binomial(n: number, p: number, random: () => number): number {
  if (p <= 0) return 0;
  let count = 0;
  for (let at = -1; ; count += 1) {
    at += 1 + Math.floor(Math.log(1 - random()) / Math.log1p(-p));
    if (!(at < n)) return count;
  }
}

const uniform = (from: number, to: number, random: () => number): number => from + (to - from) * random();
const logUniform = (from: number, to: number, random: () => number): number =>
  Math.exp(uniform(Math.log(from), Math.log(to), random));

/** How many times others' views a post of one spread has: ln(views) spread 0.9. */
export const viewSpread = 0.9;

export interface RatedAccount {
  /** The account's true mean. */
  mean: number;
  posts: Counted[];
  /** The true rate of each. */
  truths: number[];
}

/** Between which numbers an account lies; each is drawn evenly by its logarithm. */
export interface Population {
  usualViews: [from: number, to: number];
  meanRate: [from: number, to: number];
  /** How alike its posts are: of the Beta that their true rates come from. */
  strength: [from: number, to: number];
}

/** 20 to 79 posts, whose true rates come from a Beta that nobody tells the rule. */
export function inventRates({ usualViews, meanRate, strength }: Population, random: () => number): RatedAccount {
  const drawn = ([from, to]: [number, number]) => logUniform(from, to, random);
  const [usual, mean, alike] = [drawn(usualViews), drawn(meanRate), drawn(strength)];
  const count = Math.floor(uniform(20, 80, random));
  const truths = Array.from({ length: count }, () => beta(mean * alike, (1 - mean) * alike, random));
  const posts = truths.map((truth, tweetId) => {
    const views = Math.round(usual * Math.exp(viewSpread * bell(random)));
    return { tweetId, views, reactions: binomial(views, truth, random) };
  });
  return { mean, posts, truths };
}

/** A Monday at midnight, UTC. */
const monday = Date.UTC(2026, 7, 24);

/** Posts of 90 days, each at a random moment of eight slots, from 6 to 22 UTC; those of slot `better` are seen `factor` times as often. */
export function inventSeen(
  count: number,
  random: () => number,
  better: { slot: number; factor: number } | null,
): Seen[] {
  const usual = logUniform(40, 2_000, random);
  return Array.from({ length: count }, () => {
    const slot = 3 + Math.floor(random() * 8);
    const at = monday + days(Math.floor(random() * 90)) + hours(2 * slot) + Math.floor(random() * hours(2));
    const factor = slot === better?.slot ? better.factor : 1;
    return { publishedAt: at, views: Math.round(usual * factor * Math.exp(viewSpread * bell(random))) };
  });
}
