// Builds Insights' sample: 60 made-up posts of two months, compared as one's own are. Pure.
import { compare, extremes, idsBy } from "~/features/results/compare";
import { hoursOf } from "~/features/results/hours";
import type { ComparedSlot, Insights, InsightsPost, OpenedPost, Period, Sort } from "~/features/results/insights";
import type { Reading } from "~/features/results/result";
import { truncate } from "~/features/tweets/text";
import { days, hours, minutes } from "~/ground/time/duration";
import { offsetAt } from "~/ground/time/zone";
import { sampleTweets } from "./sample-tweets";

export interface SampleQuery {
  now: number;
  timeZone: string;
  period: Period;
  slot: ComparedSlot;
  sort: Sort;
  page: number;
  withChosen: boolean;
}

const pageSize = 30;
/** The newest is old enough for a reading after 7 days. */
const newest = days(8);
const usualViews = 270;
/** Local hours with their share of the usual views: evenings do better. */
const clock = [
  { hour: 9, times: 0.9 },
  { hour: 19, times: 1.7 },
  { hour: 13, times: 0.95 },
  { hour: 19, times: 1.5 },
  { hour: 11, times: 0.75 },
  { hour: 17, times: 1.15 },
] as const;

interface SamplePost {
  id: number;
  text: string;
  publishedAt: number;
  isChosen: boolean;
  readings: Reading[];
}

/** A number from 0 to 1 that is the same at each visit. */
function chance(n: number, figure: number): number {
  const x = Math.sin((n + 1) * 12.9898 + figure * 78.233) * 43758.5453;
  return x - Math.floor(x);
}

function postsAt(now: number, timeZone: string): SamplePost[] {
  const today = Math.floor(now / days(1)) * days(1);
  return sampleTweets.map((text, n) => {
    const { hour, times } = clock[n % clock.length] ?? clock[0];
    const local =
      today - newest - days(sampleTweets.length - 1 - n) + hours(hour) + minutes(Math.floor(chance(n, 1) * 60));
    const publishedAt = local - offsetAt(local, timeZone);
    const views = Math.round(usualViews * times * (0.75 + 0.5 * chance(n, 2)));
    const rate = 0.008 + 0.034 * chance(n, 3) ** 2;
    const readings = (["24h", "7d"] as const).map((slot): Reading => {
      const share = slot === "24h" ? 1 : 1.3 + 0.4 * chance(n, 4);
      return readingOf(slot, publishedAt + (slot === "24h" ? days(1) : days(7)), Math.round(views * share), rate);
    });
    return { id: -1 - n, text, publishedAt, isChosen: n % 9 === 4, readings };
  });
}

function readingOf(slot: ComparedSlot, at: number, impressions: number, rate: number): Reading {
  const engagements = Math.max(1, Math.round(impressions * rate));
  const [reposts, replies] = [Math.floor(engagements * 0.12), Math.floor(engagements * 0.2)];
  const bookmarks = Math.floor(engagements * 0.08);
  return {
    ...{ slot, at, source: "sandbox", impressions },
    ...{ likes: engagements - reposts - replies - bookmarks, reposts, replies, quotes: 0, bookmarks },
    ...{ linkClicks: null, profileClicks: Math.floor(engagements / 3), engagements },
  };
}

const comparedAt = (posts: readonly SamplePost[], slot: ComparedSlot) =>
  posts.flatMap(({ id, publishedAt, isChosen, readings }) => {
    const reading = readings.find((candidate) => candidate.slot === slot);
    if (!reading) return [];
    const { engagements, impressions } = reading;
    return [
      { tweetId: id, reactions: engagements ?? 0, views: impressions ?? 0, publishedAt, isChosen: isChosen ? 1 : 0 },
    ];
  });

function toPost(post: SamplePost, comparison: ReturnType<typeof compare>): InsightsPost {
  const { id, text, publishedAt, isChosen, readings } = post;
  return {
    ...{ tweetId: id, text, publishedAt, isChosen, readings },
    ...{ postUrl: "", deletedAt: null, missed: [] },
    rate: comparison.rateOf(id),
    seen: comparison.seenOf(id),
  };
}

const free = { off: 0, light: 0, full: 0 };

export function sampleInsights({ now, timeZone, period, slot, sort, withChosen, ...query }: SampleQuery): Insights {
  const posts = postsAt(now, timeZone);
  const comparison = compare(comparedAt(posts, slot));
  const recent = comparison.posts.filter(({ publishedAt }) => publishedAt >= now - days(period));
  const rated = comparison.byRate(recent);
  const byDate = recent.map(({ tweetId }) => tweetId).toReversed();
  const order = sort === "date" ? byDate : sort === "rate" ? rated : idsBy(recent, ({ views }) => views);
  const pages = Math.max(1, Math.ceil(order.length / pageSize));
  const page = Math.min(Math.max(1, query.page), pages);
  const { top, bottom } = extremes(rated, 3);
  const postsOf = (ids: readonly number[]) =>
    ids.flatMap((id) => posts.filter((post) => post.id === id).map((post) => toPost(post, comparison)));
  const seen = comparedAt(posts, "24h").filter(({ isChosen }) => withChosen || isChosen === 0);
  return {
    ...{ accountId: 0, username: "sample", timeZone, source: "sandbox" },
    settings: { level: "light", learn: false, lean: false, threads: false },
    costs: {
      ...{ perTweet: free, perMonth: free, spentThisMonth: 0, spentByAccount: [], spentByLevel: [] },
      ...{ restOfMonth: 0, dailyReadLimit: 0, restsUntil: null, postsOfMonth: recent.length },
    },
    onChoosing: free,
    ...{ period, slot, sort, published: recent.length, read: comparison.read, enough: comparison.enough },
    meanPer1000: comparison.mean === null ? null : comparison.mean * 1000,
    usualViews: comparison.usualViews,
    posts: postsOf(order.slice((page - 1) * pageSize, page * pageSize)),
    ...{ page, pages, top: postsOf(top), bottom: postsOf(bottom) },
    rated: postsOf(byDate.toReversed()).flatMap(({ tweetId, publishedAt, text, rate }) =>
      rate ? [{ tweetId, publishedAt, words: truncate(text.replace(/\s+/g, " "), 40), ...rate }] : [],
    ),
    ...{ hours: hoursOf(seen, timeZone), withChosen, nextReadingAt: null },
  };
}

export function sampleOpened(
  id: number,
  { now, timeZone, slot }: Pick<SampleQuery, "now" | "timeZone" | "slot">,
): OpenedPost | null {
  const posts = postsAt(now, timeZone);
  const comparison = compare(comparedAt(posts, slot));
  const post = posts.find((candidate) => candidate.id === id);
  return post ? { ...toPost(post, comparison), read: comparison.read } : null;
}
