// Defines the daily limits: posts per account, and each user's share of the server's budget. Pure.
import { dollars } from "~/ground/dollars";
import { days, minutes } from "~/ground/time/duration";
import { startOfLocalDay, wallClock } from "~/ground/time/zone";
import { postMicrosOf } from "./price";

export interface Limits {
  /** Per account; 0: no limit. */
  dailyPostLimit: number;
  /** US dollars for the whole server, shared by its users; 0: no limit. */
  dailySpendLimit: number;
}

export interface Day {
  posts: number;
  spentMicros: number;
  /** Infinity: no limit. */
  shareMicros: number;
}

export interface Going {
  posts: number;
  priceMicros: number;
}

export interface LimitReached {
  code: "daily_post_limit" | "daily_spend_limit";
  sentence: string;
}

export function limitReached(
  day: Day,
  { posts, priceMicros }: Going,
  limits: Limits,
  username: string,
): LimitReached | null {
  const { dailyPostLimit, dailySpendLimit } = limits;
  // A thread longer than a lowered limit gets a whole day. Otherwise it would never be posted.
  if (dailyPostLimit > 0 && day.posts + Math.min(posts, dailyPostLimit) > dailyPostLimit)
    return {
      code: "daily_post_limit",
      sentence: `@${username} has reached its limit of ${dailyPostLimit} ${dailyPostLimit === 1 ? "post" : "posts"} a day.`,
    };
  if (dailySpendLimit > 0 && day.spentMicros + priceMicros > day.shareMicros)
    return { code: "daily_spend_limit", sentence: shareSentence(day, priceMicros, dailySpendLimit) };
  return null;
}

function shareSentence({ spentMicros, shareMicros }: Day, priceMicros: number, dailySpendLimit: number): string {
  const whose = `your ${inDollars(shareMicros)} share of this server’s ${dollars(dailySpendLimit)} for today`;
  const left = Math.max(0, shareMicros - spentMicros);
  if (spentMicros > 0 && left < leastShare) return `You’ve used ${whose}.`;
  return `This costs ${inDollars(priceMicros)}, but only ${inDollars(left)} is left of ${whose}.`;
}

const inDollars = (micros: number): string => dollars(micros / 1_000_000);

/** Users who posted, or plan to post, within this time have a share. */
export const sharesFor = days(7);

/** One post with a link; divided shares are never smaller. */
export const leastShare = postMicrosOf({ hasLink: true });

const cent = 10_000;

export interface Division {
  limitMicros: number;
  setMicros: number;
  people: number;
}

/** `ownShare`: share set by the operator, or null. A single user gets everything. */
export function shareOf({ limitMicros, setMicros, people }: Division, ownShare: number | null): number {
  // If the limit was lowered below the set shares, they shrink in proportion.
  if (ownShare !== null) return setMicros > limitMicros ? Math.floor((ownShare / setMicros) * limitMicros) : ownShare;
  if (people <= 1 && setMicros === 0) return limitMicros;
  const equal = Math.floor((limitMicros - setMicros) / Math.max(1, people) / cent) * cent;
  return Math.min(limitMicros, Math.max(equal, leastShare));
}

/** X charges for reads per UTC day. */
export const startOfUtcDay = (now: number): number => Math.floor(now / days(1)) * days(1);

export function startOfDay(now: number, timeZone: string): number {
  const { year, month, day } = wallClock(now, timeZone);
  return startOfLocalDay(year, month, day, timeZone);
}

export function startOfNextDay(now: number, timeZone: string): number {
  const { year, month, day } = wallClock(now, timeZone);
  return startOfLocalDay(year, month, day + 1, timeZone);
}

/** Maximum distance between a published tweet's time and its attempt; `countPosts` relies on it. */
export const placedWithin = minutes(60);
