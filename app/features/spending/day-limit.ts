// The limits of a day: an account's posts, and each person's sure share of what the server may spend. A day is theirs. Pure.
import { dollars } from "~/ground/dollars";
import { days, minutes } from "~/ground/time/duration";
import { startOfLocalDay, wallClock } from "~/ground/time/zone";
import { postMicrosOf } from "./price";

export interface Limits {
  /** Of an account; 0 is none. */
  dailyPostLimit: number;
  /** Of the server, US dollars; 0 is none. Its people share it. */
  dailySpendLimit: number;
}

/** What has gone out, or may have, since the local day began: of an account the posts, of its person the money. */
export interface Day {
  posts: number;
  spentMicros: number;
  /** What the person may spend on it; Infinity where nothing is limited. */
  shareMicros: number;
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
  if (dailySpendLimit > 0 && day.spentMicros + priceMicros > day.shareMicros)
    return { code: "daily_spend_limit", sentence: shareSentence(day, priceMicros, dailySpendLimit) };
  return null;
}

/** It is used where nothing that anybody posts every day fits any more; else what is left is told beside the price. */
function shareSentence({ spentMicros, shareMicros }: Day, priceMicros: number, dailySpendLimit: number): string {
  const whose = `your ${inDollars(shareMicros)} of today’s ${dollars(dailySpendLimit)} on this server`;
  const left = Math.max(0, shareMicros - spentMicros);
  if (spentMicros > 0 && left < leastShare) return `You’ve used ${whose}.`;
  return `This costs ${inDollars(priceMicros)}, and ${inDollars(left)} is left of ${whose}.`;
}

const inDollars = (micros: number): string => dollars(micros / 1_000_000);

/** Who posted within so long, or has planned something for it or within it, has a share. */
export const sharesFor = days(7);

/** One post with a link: no share that is divided is less, however many people there are. */
export const leastShare = postMicrosOf({ hasLink: true });

/** Shares are told in whole cents. */
const cent = 10_000;

/** How the limit is divided on a server; millionths of a US dollar. */
export interface Division {
  limitMicros: number;
  /** What the operator set for people, all together: it is kept for them, whether they post or not. */
  setMicros: number;
  /** How many people share the rest, whoever asks among them. */
  people: number;
}

/** `own`: what the operator set for this person; null: nothing. One person alone has all of it. */
export function shareOf({ limitMicros, setMicros, people }: Division, own: number | null): number {
  // A limit that was lowered since is less for each of them.
  if (own !== null) return setMicros > limitMicros ? Math.floor((own / setMicros) * limitMicros) : own;
  if (people <= 1 && setMicros === 0) return limitMicros;
  const equal = Math.floor((limitMicros - setMicros) / Math.max(1, people) / cent) * cent;
  return Math.min(limitMicros, Math.max(equal, leastShare));
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

/** What is out has its place so near its attempt, whatever becomes of the clock in between: `countPosts` looks there. */
export const placedWithin = minutes(60);
