// What the page "What worked" says in words: nothing that the figures don't bear, and no advice. Pure.
import { priceList } from "~/ports/network/call-prices";
import { type Level, type ReadingSlot, slotsOf } from "../result";
import { minCompared, minForHours } from "../worked";

export const workedIntent = "worked";

export const invented = "Invented by the sandbox";
export const gone = "No longer on X";

/** How old a post is at each reading. */
export const ageWords: Record<ReadingSlot, string> = {
  "1h": "1 hour",
  "24h": "24 hours",
  "3d": "3 days",
  "7d": "7 days",
  "29d": "29 days",
  hand: "Read by hand",
};

export const levelNames: Record<Level, string> = { off: "Off", light: "Light", full: "Full" };

/** "1,204"; null where it is unknown. */
export const numberText = (count: number | null): string | null =>
  count === null ? null : count.toLocaleString("en-GB");

/** A share of the views as so many per 1,000: "14.2". */
export const per1000 = (share: number): string => (share * 1000).toFixed(1);

/** "9.8–19.6": four times of five the truth lies in it. */
export const intervalText = ({ low, high }: { low: number; high: number }): string =>
  `${per1000(low)}–${per1000(high)}`;

/** "1.8×" */
export const timesText = (times: number): string => `${times.toFixed(1)}×`;

/** "1.8×, more than your usual"; "0.4× your usual". */
export function seenText(seen: number): string {
  if (seen >= 1.05) return `${timesText(seen)}, more than your usual`;
  return seen < 0.95 ? `${timesText(seen)} your usual` : `${timesText(seen)}, about your usual`;
}

/** "$0.010": of single tweets, whose prices are compared with each other. */
export const priceText = (usd: number): string => `$${usd.toFixed(3)}`;

const tweets = (count: number): string => (count === 1 ? "1 tweet" : `${count} tweets`);

/** Why nothing is compared yet. */
export const tooFewText = (read: number): string => `${read} of ${tweets(minCompared)} read so far: too few to compare`;

export const tooFewHoursText = (read: number): string =>
  `${read} of ${tweets(minForHours)} read so far: too few to say anything of hours`;

/**
 * How much so many tweets can tell of hours. Of slots that are truly seen twice as often 15 % are found with 60 tweets,
 * 50 % with 120, 86 % with 240: computed on 3,000 invented accounts each.
 */
export function powerText(count: number): string {
  if (count >= 240) return "With 240 tweets we find six good hours in seven.";
  if (count >= 120) return "With 120 tweets we find one good hour in two.";
  return "With 60 tweets we find one good hour in seven.";
}

/** What each level does and costs, said before it is chosen. */
export function levelText(level: Level): string {
  if (level === "off") return "Nothing is read, nothing is spent. What was read stays.";
  return level === "light"
    ? "Each tweet is read 24 hours and 7 days after it went out."
    : "Each tweet is read after 1 hour, 24 hours, 3 days, 7 days and 29 days.";
}

/** What reading one post costs at a level, all its ages together, in US dollars; what X asks, also while the sandbox serves. */
export const priceOfLevel = (level: Level): number => slotsOf[level].length * priceList.postRead;

/** Said of a level whose readings cost more than the post they are of; null where they don't. */
export const dearText = (level: Level): string | null =>
  priceOfLevel(level) > priceList.post
    ? `More than posting them costs: a post without a link is ${priceText(priceList.post)}.`
    : null;

/** What it costs a month at the person's pace. */
export function monthText(usd: number, posts: number, sandbox: boolean): string {
  if (sandbox) return "Nothing is charged in the sandbox.";
  if (posts === 0) return "Nothing went out in the last 30 days.";
  return `About $${usd.toFixed(2)} a month at your pace, ${tweets(posts)} in the last 30 days.`;
}

/** What choosing a level costs at once; null: nothing. */
export const onChoosingText = (usd: number): string | null =>
  usd > 0 ? `Choosing it now reads tweets that are out already, for up to ${priceText(usd)}.` : null;

/** What is left of a post's first words on a chart. */
export const startOf = (text: string, max = 60): string => {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length <= max ? line : `${letters.slice(0, max).join("").trimEnd()}…`;
};
