// The limits of a day: an account's posts, and what the whole server spends. A day is the person's. Pure.
import { days } from "~/ground/time/duration";
import { startOfLocalDay, wallClock } from "~/ground/time/zone";

export interface Limits {
  /** Of an account; 0 is none. */
  dailyPostLimit: number;
  /** Of the server, US dollars; 0 is none. */
  dailySpendLimit: number;
}

/** What has gone out, or may have, since the local day began. */
export interface Day {
  posts: number;
  spentMicros: number;
}

/** What is about to go out: a tweet, or all parts of a thread. */
export interface Going {
  posts: number;
  priceMicros: number;
}

export interface LimitReached {
  code: "daily_post_limit" | "daily_spend_limit";
  sentence: string;
}

/** The limit that this would break, or null. */
export function limitReached(
  day: Day,
  { posts, priceMicros }: Going,
  limits: Limits,
  username: string,
): LimitReached | null {
  const { dailyPostLimit, dailySpendLimit } = limits;
  // With a limit that was lowered since, a thread that is longer has a day of its own: it would never go out.
  if (dailyPostLimit > 0 && day.posts + Math.min(posts, dailyPostLimit) > dailyPostLimit)
    return {
      code: "daily_post_limit",
      sentence: `The limit of ${dailyPostLimit} ${dailyPostLimit === 1 ? "post" : "posts"} a day for @${username} is reached.`,
    };
  if (dailySpendLimit > 0 && day.spentMicros + priceMicros > Math.round(dailySpendLimit * 1_000_000))
    return {
      code: "daily_spend_limit",
      sentence: `The limit of $${dailySpendLimit.toFixed(2)} a day for this server is reached.`,
    };
  return null;
}

/** X's day, by which it charges for what is read, is UTC's. */
export const startOfUtcDay = (now: number): number => Math.floor(now / days(1)) * days(1);

export function startOfDay(now: number, timeZone: string): number {
  const { year, month, day } = wallClock(now, timeZone);
  return startOfLocalDay(year, month, day, timeZone);
}

export function startOfNextDay(now: number, timeZone: string): number {
  const { year, month, day } = wallClock(now, timeZone);
  return startOfLocalDay(year, month, day + 1, timeZone);
}
