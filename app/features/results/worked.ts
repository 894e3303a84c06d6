// What the page "What worked" is made of: one account's posts of one period, what was read of them, what that costs. Pure.
import type { WorkedHours } from "./hours";
import type { ShrunkRate } from "./rate";
import type { Level, Reading, ResultSettings, Slot } from "./result";

export { type Cell, minForHours, type WorkedHours } from "./hours";
export type { ShrunkRate } from "./rate";

/** Below so many posts with a reading nothing is compared. */
export const minCompared = 20;
/** "Lately", and what conclusions are drawn from. Nothing is concluded from a younger post. */
export const comparedSlots = ["24h", "7d"] as const satisfies readonly Slot[];
export type ComparedSlot = (typeof comparedSlots)[number];
export const periods = [30, 90] as const;
export type Period = (typeof periods)[number];
export const sorts = ["date", "rate", "seen"] as const;
export type Sort = (typeof sorts)[number];

/** One post of the list. */
export interface WorkedPost {
  tweetId: number;
  text: string;
  /** ms */
  publishedAt: number;
  postUrl: string;
  /** When the network said that it is gone, ms; its readings are deleted then. */
  deletedAt: number | null;
  /** Whether the person chose its moment, and not Linnet at random. */
  isChosen: boolean;
  /** By age, the youngest first; one that was asked for by hand last. */
  readings: Reading[];
  /** Ages of the level that is chosen at which it was not read, and will not be. */
  missed: Slot[];
  /** Null below 20 posts, and where the slot was not read. */
  rate: ShrunkRate | null;
  /** How often the account's usual views it was seen at the slot: 1.8 is "1.8× your usual"; null as with `rate`. */
  seen: number | null;
}

/** The one that the address names. */
export interface OpenedPost extends WorkedPost {
  /** How many posts of its account are compared at that age. */
  read: number;
}

/** One dot of the picture of rates. */
export interface RatedPost extends ShrunkRate {
  tweetId: number;
  /** Its first words. */
  words: string;
  publishedAt: number;
}

/** US dollars throughout. */
export interface Costs {
  /** What reading one post costs at each level, all its ages together. */
  perTweet: Record<Level, number>;
  /** What a month costs at each level, at the pace of the last 30 days, all accounts of the person; 0 in the sandbox. */
  perMonth: Record<Level, number>;
  spentThisMonth: number;
  spentByAccount: { username: string; usd: number }[];
  spentByLevel: { level: Level | "hand"; usd: number }[];
  /** What the rest of the month will cost at the level that is chosen. */
  restOfMonth: number;
  /** The server's limit of a UTC day; 0: none. */
  dailyReadLimit: number;
  /** Until when readings rest, since the network says that no credits are left; ms. */
  restsUntil: number | null;
  /** Posts that went out in the last 30 days, all accounts of the person. */
  postsOfMonth: number;
}

export interface Worked {
  accountId: number;
  username: string;
  timeZone: string;
  source: "x" | "sandbox";
  settings: ResultSettings;
  costs: Costs;
  /** What is read at once where a level is chosen now, of tweets that are out already, US dollars. */
  onChoosing: Record<Level, number>;
  period: Period;
  slot: ComparedSlot;
  sort: Sort;
  /** Posts that went out in the period. */
  published: number;
  /** Posts of the last 90 days with a reading at `slot`, by which is compared, and whether these are enough. */
  read: number;
  enough: boolean;
  /** Reactions per 1,000 views, the account's mean of 90 days; null below 20. */
  meanPer1000: number | null;
  /** The account's median of views at the slot. */
  usualViews: number | null;
  /** One page of the period's posts. */
  posts: WorkedPost[];
  page: number;
  pages: number;
  /** Three each, best and least first; empty below 20. */
  top: WorkedPost[];
  bottom: WorkedPost[];
  /** The period's newest 120 with a rate, oldest first. */
  rated: RatedPost[];
  hours: WorkedHours;
  /** Whether posts whose moment the person chose count among the hours. */
  withChosen: boolean;
  /** When the account is read next, ms; null: nothing is waited for. */
  nextReadingAt: number | null;
}
