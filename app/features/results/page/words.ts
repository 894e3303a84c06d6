// Texts of the page "Insights". Pure.
import { priceList } from "~/ports/network/call-prices";
import { type Level, type ReadingSlot, slotsOf } from "../result";
import { minCompared, minForHours } from "../insights";

export const insightsIntent = "worked";

export const invented = "Sample data (sandbox)";
export const gone = "No longer on X";

export const ageWords: Record<ReadingSlot, string> = {
  "1h": "1 hour",
  "24h": "24 hours",
  "3d": "3 days",
  "7d": "7 days",
  "29d": "29 days",
  hand: "Manual",
};

export const levelNames: Record<Level, string> = { off: "Off", light: "Light", full: "Full" };

export const numberText = (count: number | null): string | null =>
  count === null ? null : count.toLocaleString("en-GB");

export const per1000 = (share: number): string => (share * 1000).toFixed(1);

/** The 80 % interval, per 1,000 views. */
export const intervalText = ({ low, high }: { low: number; high: number }): string =>
  `${per1000(low)}–${per1000(high)}`;

export const timesText = (times: number): string => `${times.toFixed(1)}×`;

export function seenText(seen: number): string {
  if (seen >= 1.05) return `${timesText(seen)} typical`;
  return seen < 0.95 ? `${timesText(seen)} typical` : "about typical";
}

/** Three decimals, so that small prices can be compared. */
export const priceText = (usd: number): string => `$${usd.toFixed(3)}`;

const tweets = (count: number): string => (count === 1 ? "1 tweet" : `${count} tweets`);

export const tooFewText = (read: number): string =>
  `${read} of ${tweets(minCompared)} measured. Not enough to compare yet.`;

export const tooFewHoursText = (read: number): string =>
  `${read} of ${tweets(minForHours)} measured. Not enough data on hours yet.`;

/** A simulation of 3,000 accounts each found 15 %, 50 % and 86 % of the slots with twice the views. */
export function powerText(count: number): string {
  if (count >= 240) return "With 240 tweets, Linnet can spot about 6 in 7 hours that get twice the views.";
  if (count >= 120) return "With 120 tweets, Linnet can spot about 1 in 2 hours that get twice the views.";
  return "With 60 tweets, Linnet can spot about 1 in 7 hours that get twice the views.";
}

export function levelText(level: Level): string {
  if (level === "off") return "No metrics, no cost. Past metrics are kept.";
  return level === "light"
    ? "Fetched 24 hours and 7 days after posting."
    : "Fetched 1 hour, 24 hours, 3 days, 7 days and 29 days after posting.";
}

/** US dollars at X's prices, also in the sandbox. */
export const priceOfLevel = (level: Level): number => slotsOf[level].length * priceList.postRead;

export const dearText = (level: Level): string | null =>
  priceOfLevel(level) > priceList.post
    ? `Costs more than posting: a post without a link is ${priceText(priceList.post)}.`
    : null;

export function monthText(usd: number, posts: number, sandbox: boolean): string {
  if (sandbox) return "Free in the sandbox.";
  if (posts === 0) return "Nothing was posted in the last 30 days.";
  return `About $${usd.toFixed(2)} a month, based on ${tweets(posts)} in the last 30 days.`;
}

export const onChoosingText = (usd: number): string | null =>
  usd > 0
    ? `Turning this on now also fetches metrics for tweets you’ve already posted, for up to ${priceText(usd)}.`
    : null;

export const startOf = (text: string, max = 60): string => {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length <= max ? line : `${letters.slice(0, max).join("").trimEnd()}…`;
};
