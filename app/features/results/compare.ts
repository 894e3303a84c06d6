// Comparing an account's posts with one another: what each rate is worth, and what is usual. Pure.
import { type Counted, median, shrink } from "./rate";
import { minCompared, type ShrunkRate } from "./worked";

/** A post of which nothing is missing at the age that is compared: only such ones are. */
export interface ComparedPost extends Counted {
  publishedAt: number;
  /** 1: a person chose its moment; 0: Linnet drew it. */
  isChosen: number;
}

export interface Comparison {
  /** How many posts are compared, and whether that is enough to conclude anything. */
  read: number;
  enough: boolean;
  /** Reactions to a view; null below enough. */
  mean: number | null;
  /** The median of views; null below enough. */
  usualViews: number | null;
  /** The compared posts, the oldest first. */
  posts: ComparedPost[];
  /** Both null below enough, and of a post that is not compared. */
  rateOf(tweetId: number): ShrunkRate | null;
  seenOf(tweetId: number): number | null;
  /** Those of `some` of the posts by their rate, the best first; of equal ones the newest. */
  byRate(some: readonly ComparedPost[]): number[];
}

/** `posts` are the account's of 90 days with a whole reading of that age, the oldest first. */
export function compare(posts: ComparedPost[]): Comparison {
  const enough = posts.length >= minCompared;
  const { mean, rateOf, pointOf } = shrink(posts);
  const usual = enough ? median(posts.map(({ views }) => views)) : null;
  const byId = new Map<number, ComparedPost>();
  if (enough) for (const post of posts) byId.set(post.tweetId, post);
  return {
    read: posts.length,
    enough,
    mean: enough ? mean : null,
    usualViews: usual,
    posts,
    rateOf: (id) => {
      const post = byId.get(id);
      return post ? rateOf(post) : null;
    },
    seenOf: (id) => {
      const post = byId.get(id);
      // Where half of the posts were seen by nobody there is no usual.
      return post && usual !== null && usual > 0 ? post.views / usual : null;
    },
    byRate: (some) => idsBy(some, pointOf),
  };
}

/** The posts by a figure, the largest first; of equal ones the newest. */
export function idsBy(posts: readonly ComparedPost[], of: (post: ComparedPost) => number): number[] {
  const figures = posts.map(of);
  const places = posts.map((_, n) => n);
  places.sort((one, other) => (figures[other] ?? 0) - (figures[one] ?? 0) || other - one);
  return places.flatMap((n) => posts[n]?.tweetId ?? []);
}

/** Of ids by rate: up to `count` of the best and as many of the least, none in both. */
export const extremes = (ids: readonly number[], count: number): { top: number[]; bottom: number[] } => ({
  top: ids.slice(0, count),
  bottom: ids.slice(Math.max(count, ids.length - count)).toReversed(),
});
