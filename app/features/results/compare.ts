// Compares an account's posts: each post's rate, and the usual views. Pure.
import { type Counted, median, shrink } from "./rate";
import { minCompared, type ShrunkRate } from "./insights";

/** A post with all figures at the compared age. */
export interface ComparedPost extends Counted {
  publishedAt: number;
  isChosen: number;
}

export interface Comparison {
  read: number;
  enough: boolean;
  /** Reactions per view. Null, like `usualViews`, if there are too few posts. */
  mean: number | null;
  usualViews: number | null;
  posts: ComparedPost[];
  /** Null if there are too few posts or this one is not compared. */
  rateOf(tweetId: number): ShrunkRate | null;
  seenOf(tweetId: number): number | null;
  byRate(batch: readonly ComparedPost[]): number[];
}

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
      // The median is 0 if half of the posts had no views.
      return post && usual !== null && usual > 0 ? post.views / usual : null;
    },
    byRate: (batch) => idsBy(batch, pointOf),
  };
}

export function idsBy(posts: readonly ComparedPost[], valueOf: (post: ComparedPost) => number): number[] {
  const figures = posts.map(valueOf);
  const places = posts.map((_, n) => n);
  places.sort((a, b) => (figures[b] ?? 0) - (figures[a] ?? 0) || b - a);
  return places.flatMap((n) => posts[n]?.tweetId ?? []);
}

export const extremes = (ids: readonly number[], count: number): { top: number[]; bottom: number[] } => ({
  top: ids.slice(0, count),
  bottom: ids.slice(Math.max(count, ids.length - count)).toReversed(),
});
