// Types of the page "Insights": one account's posts of a period, their figures and costs. Pure.
import type { InsightsHours } from "./hours";
import type { ShrunkRate } from "./rate";
import type { Level, Reading, ResultSettings, Slot } from "./result";

export { type Cell, minForHours, type InsightsHours } from "./hours";
export type { ShrunkRate } from "./rate";

export const minCompared = 20;
export const comparedSlots = ["24h", "7d"] as const satisfies readonly Slot[];
export type ComparedSlot = (typeof comparedSlots)[number];
export const periods = [30, 90] as const;
export type Period = (typeof periods)[number];
export const sorts = ["date", "rate", "seen"] as const;
export type Sort = (typeof sorts)[number];

export interface InsightsPost {
  tweetId: number;
  text: string;
  publishedAt: number;
  postUrl: string;
  /** ms; the readings of a deleted post are deleted too. */
  deletedAt: number | null;
  isChosen: boolean;
  /** By age, youngest first; the reading by hand last. */
  readings: Reading[];
  missed: Slot[];
  /** Null with too few posts or without a reading at the slot. */
  rate: ShrunkRate | null;
  /** Views divided by the account's usual views; null like `rate`. */
  seen: number | null;
}

export interface OpenedPost extends InsightsPost {
  /** Compared posts of the account at that age. */
  read: number;
}

export interface RatedPost extends ShrunkRate {
  tweetId: number;
  words: string;
  publishedAt: number;
}

export interface Costs {
  perTweet: Record<Level, number>;
  perMonth: Record<Level, number>;
  spentThisMonth: number;
  spentByAccount: { username: string; usd: number }[];
  spentByLevel: { level: Level | "hand"; usd: number }[];
  restOfMonth: number;
  /** Per UTC day; 0 means no limit. */
  dailyReadLimit: number;
  /** No readings until then, because the app has no credits left; ms. */
  restsUntil: number | null;
  postsOfMonth: number;
}

export interface Insights {
  accountId: number;
  username: string;
  timeZone: string;
  source: "x" | "sandbox";
  settings: ResultSettings;
  costs: Costs;
  onChoosing: Record<Level, number>;
  period: Period;
  slot: ComparedSlot;
  sort: Sort;
  published: number;
  read: number;
  enough: boolean;
  meanPer1000: number | null;
  usualViews: number | null;
  posts: InsightsPost[];
  page: number;
  pages: number;
  top: InsightsPost[];
  bottom: InsightsPost[];
  /** The newest 120 with a rate, oldest first. */
  rated: RatedPost[];
  hours: InsightsHours;
  withChosen: boolean;
  /** ms; null if no reading is planned. */
  nextReadingAt: number | null;
}
