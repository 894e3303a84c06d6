// Shrinks rates towards the mean by empirical Bayes, so few views can't make a rate large. Pure.
/** From 0 to 1, with an 80 % interval. */
export interface ShrunkRate {
  rate: number;
  low: number;
  high: number;
}

export interface Counted {
  tweetId: number;
  reactions: number;
  views: number;
}

export interface Shrinking {
  /** Reactions per view of all posts together; 0 to 1. */
  mean: number;
  /** Views at the mean that are added to each post: more if the posts are alike. */
  strength: number;
  rateOf(post: Counted): ShrunkRate;
  pointOf(post: Counted): number;
}

/** Used with too few posts to estimate it. */
const usualStrength = 1_000;
const minPosts = 5;
/**
 * Bounds of the beta-binomial correlation. With a minimum of 0.0005, the 80 % interval held the truth in 67 % of posts
 * with few views; with this one, in 77 %.
 */
const bounds = { min: 0.003, max: 0.5 };
const reach80 = 1.28;

export function shrink(all: readonly Counted[]): Shrinking {
  const seen = all.filter(({ views }) => views > 0).map(pairOf);
  const views = sumOf(seen, ({ n }) => n);
  const mean = views > 0 ? sumOf(seen, ({ e }) => e) / views : 0;
  const strength = strengthOf(seen, mean);
  return {
    mean,
    strength,
    rateOf: (post) => rateOf(pairOf(post), mean, strength),
    pointOf: (post) => pointOf(pairOf(post), mean, strength),
  };
}

/** e: reactions, at most one per view; n: views. */
interface Pair {
  e: number;
  n: number;
}

const pairOf = ({ reactions, views }: Counted): Pair => {
  const n = Math.max(views, 0);
  return { e: Math.min(Math.max(reactions, 0), n), n };
};

const sumOf = <T>(list: readonly T[], valueOf: (item: T) => number): number =>
  list.reduce((sum, item) => sum + valueOf(item), 0);

function strengthOf(seen: readonly Pair[], mean: number): number {
  const views = sumOf(seen, ({ n }) => n);
  const freedom = seen.length - 1;
  const alone = mean * (1 - mean);
  const room = alone * (views - sumOf(seen, ({ n }) => n * n) / views - freedom);
  // The posts have no measurable spread.
  if (seen.length < minPosts || !(room > 0)) return usualStrength;
  const spread = sumOf(seen, ({ e, n }) => n * (e / n - mean) ** 2);
  const correlation = Math.min(Math.max((spread - alone * freedom) / room, bounds.min), bounds.max);
  return (1 - correlation) / correlation;
}

const pointOf = ({ e, n }: Pair, mean: number, strength: number): number => (e + mean * strength) / (n + strength);

function rateOf({ e, n }: Pair, mean: number, strength: number): ShrunkRate {
  const all = n + strength;
  const rate = pointOf({ e, n }, mean, strength);
  // Standard deviation of Beta(e + mean · strength, n − e + (1 − mean) · strength).
  const deviation = Math.sqrt(Math.max(rate * (1 - rate), 0) / (all + 1));
  return {
    rate,
    low: Math.max(rate - reach80 * deviation, 0),
    high: Math.min(rate + reach80 * deviation, 1),
  };
}

export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const [below, above] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return below === undefined || above === undefined ? null : (below + above) / 2;
}
