// Builds a post's row and window on /worked. Pure.
import { drawGrowth } from "~/features/results/page/chart.server";
import { type Reading, reactionsOf } from "~/features/results/result";
import type { ListedResult } from "~/features/results/page/result-list";
import type { OpenedResult } from "~/features/results/page/result-modal";
import {
  ageWords,
  intervalText,
  numberText,
  per1000,
  priceText,
  seenText,
  timesText,
  tooFewText,
} from "~/features/results/page/words";
import { type ComparedSlot, minCompared, type OpenedPost, type InsightsPost } from "~/features/results/insights";
import { priceList } from "~/ports/network/call-prices";
import { inSentence } from "~/features/tweets/tweet";
import { iso } from "~/ground/time/iso";
import { momentLabel, zoneCity } from "~/ground/time/zone";

interface By {
  now: number;
  timeZone: string;
  sandbox: boolean;
  slot: ComparedSlot;
}

const isInvented = ({ readings }: InsightsPost): boolean => readings.some(({ source }) => source === "sandbox");

export function toListed(post: InsightsPost, slot: ComparedSlot, options: Pick<By, "now" | "timeZone">): ListedResult {
  return {
    id: post.tweetId,
    words: post.text,
    when: momentLabel(post.publishedAt, options.timeZone, options.now),
    iso: iso(post.publishedAt),
    isGone: post.deletedAt !== null,
    isChosen: post.isChosen,
    isInvented: isInvented(post),
    figures: figuresText(post, slot),
    rate: post.rate && per1000(post.rate.rate),
    interval: post.rate && intervalText(post.rate),
    seen: post.seen === null ? null : timesText(post.seen),
  };
}

const counted = (count: number | null, singular: string, plural: string): string =>
  count === null ? `${plural} unknown` : `${numberText(count)} ${count === 1 ? singular : plural}`;

function figuresText({ readings }: InsightsPost, slot: ComparedSlot): string {
  const reading = readings.find((candidate) => candidate.slot === slot) ?? readings.at(-1);
  if (!reading) return "No metrics yet";
  const views = counted(reading.impressions, "view", "views");
  const reactions = counted(reactionsOf(reading), "engagement", "engagements");
  const when = reading.slot === slot ? "" : reading.slot === "hand" ? " (manual)" : ` after ${ageWords[reading.slot]}`;
  return `${views}, ${reactions}${when}`;
}

export function toOpened(post: OpenedPost, options: By & { mayRead: boolean }): OpenedResult {
  const { readings, rate, seen } = post;
  const { now, timeZone } = options;
  const newest = readings.reduce<Reading | null>(
    (last, reading) => (last && last.at > reading.at ? last : reading),
    null,
  );
  const views = newest?.impressions ?? null;
  return {
    id: post.tweetId,
    words: post.text,
    when: `${momentLabel(post.publishedAt, timeZone, now)} in ${zoneCity(timeZone)}`,
    postUrl: post.postUrl,
    isGone: post.deletedAt !== null,
    isChosen: post.isChosen,
    isInvented: isInvented(post),
    rate: rate && `${per1000(rate.rate)} per 1,000 views, likely ${intervalText(rate)}`,
    seen: seen === null ? null : seenText(seen),
    note: noteOf(post, options.slot),
    drawings: drawGrowth(readings, post.publishedAt),
    finding:
      newest && views !== null
        ? `${counted(views, "view", "views")} as of ${inSentence(momentLabel(newest.at, timeZone, now))}.`
        : "Views unknown.",
    missed: post.missed.map((slot) => ageWords[slot]),
    readings: readings.map((reading) => ({
      name: ageWords[reading.slot],
      when: momentLabel(reading.at, timeZone, now),
      cells: [
        reading.impressions,
        reading.likes,
        reading.reposts,
        reading.replies,
        reading.quotes,
        reading.bookmarks,
        reading.linkClicks,
        reading.profileClicks,
        reading.engagements,
      ].map(numberText),
    })),
    price: post.deletedAt === null && options.mayRead ? priceOfReading(options.sandbox) : null,
  };
}

const priceOfReading = (sandbox: boolean): string =>
  `${priceText(priceList.postRead)}${sandbox ? " (free in the sandbox)" : ", free if already refreshed today (UTC)"}`;

function noteOf(post: OpenedPost, slot: ComparedSlot): string | null {
  if (post.deletedAt !== null || post.rate !== null) return null;
  if (post.read < minCompared) return tooFewText(post.read);
  if (post.readings.some((reading) => reading.slot === slot)) return null;
  return `No metrics after ${ageWords[slot]}, so this tweet isn’t compared.`;
}
