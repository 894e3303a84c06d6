// Builds the view of /worked: figures with their intervals, and sentences. Pure.
import { drawRates } from "~/features/results/page/chart.server";
import type { Cell } from "~/features/results/hours";
import type { HeatMapProps } from "~/features/results/page/heat-map";
import type { LevelFormProps } from "~/features/results/page/level-form";
import type { Drawing } from "~/features/results/page/picture";
import { levels } from "~/features/results/result";
import type { ListedResult } from "~/features/results/page/result-list";
import type { OpenedResult } from "~/features/results/page/result-modal";
import type { SpendingCardProps } from "~/features/results/page/spending-card";
import {
  onChoosingText,
  dearText,
  invented,
  levelNames,
  levelText,
  monthText,
  numberText,
  powerText,
  priceOfLevel,
  priceText,
  startOf,
  timesText,
  tooFewHoursText,
  tooFewText,
} from "~/features/results/page/words";
import type { ComparedSlot, OpenedPost, Period, Sort, Insights, InsightsPost } from "~/features/results/insights";
import { inSentence } from "~/features/tweets/tweet";
import { dollars } from "~/ground/dollars";
import { momentLabel, shortDate, weekdayNames, zoneCity } from "~/ground/time/zone";
import type { Viewer } from "~/screens/frame/viewer.server";
import { toListed, toOpened } from "./posts.server";

interface Of extends Viewer {
  sandbox: boolean;
  writer: string;
  slot: ComparedSlot;
}

export interface Fetched extends Of {
  insights: Insights | null;
  opened: OpenedPost | null;
  /** Set where the sample is shown instead of the user’s own tweets: how many tweets those are. */
  sample?: { mine: number };
}

export interface InsightsView {
  account: { id: number; username: string };
  period: Period;
  slot: ComparedSlot;
  sort: Sort;
  isInvented: boolean;
  empty: { title: string; text: string } | null;
  rests: string | null;
  next: string | null;
  figures: { term: string; value: string; note: string }[];
  tooFew: string | null;
  rates: {
    drawings: Drawing[];
    finding: string;
    rows: { id: number; when: string; words: string; rate: string; interval: string }[];
  } | null;
  top: ListedResult[];
  bottom: ListedResult[];
  hours: {
    map: HeatMapProps | null;
    finding: string;
    power: string;
    withChosen: boolean;
  };
  results: ListedResult[];
  page: number;
  pages: number;
  levels: LevelFormProps;
  spending: SpendingCardProps;
}

export interface InsightsData {
  signedIn: boolean;
  /** The number of own tweets in the period, and whether the sample is shown instead. */
  tabs: { mine: number; isSample: boolean } | null;
  accounts: { ref: string; username: string; isShown: boolean }[];
  insights: InsightsView | null;
  opened: OpenedResult | null;
  missing: boolean;
  unknownAccount: boolean;
}

export function toView({ insights, opened, sample, ...of }: Fetched): InsightsData {
  const { user, accounts, query } = of;
  const isUnknown = accounts.length > 0 && insights === null;
  return {
    signedIn: user !== null,
    tabs:
      user === null || isUnknown
        ? null
        : { mine: sample?.mine ?? insights?.published ?? 0, isSample: sample !== undefined },
    accounts: accounts.map(({ id, networkUserId: ref, username }) => ({
      ref,
      username,
      isShown: id === insights?.accountId,
    })),
    insights: insights && toInsights(insights, of),
    opened: opened && toOpened(opened, { ...of, mayRead: !sample && insights?.settings.level !== "off" }),
    missing: user !== null && query.has("tweet") && opened === null,
    unknownAccount: isUnknown,
  };
}

function toInsights(insights: Insights, viewer: Of): InsightsView {
  const { settings, costs, read, enough, usualViews, meanPer1000 } = insights;
  const isInvented = insights.source === "sandbox";
  const listed = (posts: readonly InsightsPost[]) => posts.map((post) => toListed(post, insights.slot, viewer));
  const moment = (at: number) => inSentence(momentLabel(at, viewer.timeZone, viewer.now));
  const next = nextText(insights.nextReadingAt, viewer.now, moment);
  const nothingRead =
    read === 0 && insights.page === 1 && insights.posts.every(({ readings }) => readings.length === 0);
  return {
    account: { id: insights.accountId, username: insights.username },
    ...{ period: insights.period, slot: insights.slot, sort: insights.sort, isInvented },
    empty: nothingRead ? emptyOf(insights, next, viewer) : null,
    rests:
      costs.restsUntil === null
        ? null
        : `The X app is out of credits. Metrics are paused until ${moment(costs.restsUntil)}.`,
    next,
    figures: [
      {
        term: "Engagement rate per 1,000 views",
        value: meanPer1000 === null ? "–" : meanPer1000.toFixed(1),
        note: meanPer1000 === null ? "not enough data" : "your 90-day average",
      },
      {
        term: "Typical views",
        value: numberText(usualViews === null ? null : Math.round(usualViews)) ?? "–",
        note:
          usualViews === null ? "not enough data" : `median ${insights.slot === "24h" ? "at 24 hours" : "at 7 days"}`,
      },
      {
        term: "Tweets",
        value: String(insights.published),
        note: `in ${insights.period} days, ${read} with metrics in 90 days`,
      },
      {
        term: "Spent on metrics",
        value: dollars(costs.spentThisMonth),
        note: isInvented ? "free in the sandbox" : "this month, all accounts",
      },
    ],
    tooFew: enough ? null : tooFewText(read),
    rates: enough ? ratesOf(insights) : null,
    top: listed(insights.top),
    bottom: listed(insights.bottom),
    hours: hoursOf(insights),
    results: listed(insights.posts),
    ...{ page: insights.page, pages: insights.pages },
    levels: {
      choices: levels.map((level) => ({
        level,
        name: levelNames[level],
        when: levelText(level),
        price: level === "off" ? null : `${priceText(priceOfLevel(level))} per tweet`,
        month: level === "off" ? null : monthText(costs.perMonth[level], costs.postsOfMonth, viewer.sandbox),
        onChoosing: onChoosingText(insights.onChoosing[level]),
        dear: dearText(level),
      })),
      ...{ level: settings.level, learn: settings.learn, lean: settings.lean },
      ...{ sandbox: viewer.sandbox, writer: viewer.writer },
    },
    spending: spendingOf(insights, viewer),
  };
}

function nextText(at: number | null, now: number, moment: (at: number) => string): string | null {
  if (at === null) return null;
  return at <= now ? "The next refresh is due now." : `Next refresh ${moment(at)}.`;
}

function emptyOf({ settings }: Insights, next: string | null, { sandbox }: Of): InsightsView["empty"] {
  const title = "No metrics yet";
  if (settings.level === "off") {
    const free = sandbox ? " In the sandbox, metrics are sample data and free." : "";
    return { title, text: `Turn metrics on: ${priceText(priceOfLevel("light"))} per tweet.${free}` };
  }
  return { title, text: next ?? `The first metrics arrive ${sandbox ? "1 minute" : "24 hours"} after your next post.` };
}

function ratesOf({ rated, meanPer1000, timeZone, ...insights }: Insights): InsightsView["rates"] {
  if (rated.length === 0) return null;
  const rates = rated.map(({ rate }) => rate);
  const best = rated.find(({ rate }) => rate === Math.max(...rates));
  const of1000 = (share: number) => (share * 1000).toFixed(1);
  const mean = meanPer1000 === null ? "" : ` Your average is ${meanPer1000.toFixed(1)}.`;
  const highest = best ? `The highest so far is ${of1000(best.rate)}, “${startOf(best.words, 40)}”.` : "";
  return {
    drawings: drawRates(rated, meanPer1000, timeZone),
    finding: `Engagements per 1,000 views of ${rated.length === 1 ? "1 tweet" : `${rated.length} tweets`} from the last ${insights.period} days: ${of1000(Math.min(...rates))} to ${of1000(Math.max(...rates))}.${mean} ${highest}`,
    rows: rated.toReversed().map(({ tweetId, publishedAt, words, rate, low, high }) => ({
      id: tweetId,
      when: shortDate(publishedAt, timeZone),
      words: startOf(words),
      rate: of1000(rate),
      interval: `${of1000(low)}–${of1000(high)}`,
    })),
  };
}

/** Fixed steps, so that months can be compared. */
export function stepOf(estimate: number): 1 | 2 | 3 | 4 {
  const tenths = Math.round(Math.exp(estimate) * 10);
  if (tenths < 9) return 1;
  if (tenths < 11) return 2;
  return tenths < 14 ? 3 : 4;
}

/** A cell with fewer posts has no color. */
const minCell = 3;
const two = (hour: number) => String(hour).padStart(2, "0");
const slotName = (index: number) => `${two(index * 2)}–${two(index * 2 + 2)}`;
const timesOf = ({ estimate }: Pick<Cell, "estimate">) => timesText(Math.exp(estimate));

function hoursOf({ hours, timeZone, withChosen, source }: Insights): InsightsView["hours"] {
  const { n, enough, slots, weekdays, counts } = hours;
  const named = slots.flatMap((slot, index) =>
    enough && slot.named ? [`${slotName(index)} (${timesOf(slot)} typical, ${slot.n} tweets)`] : [],
  );
  const days = weekdays.flatMap((day, index) =>
    enough && day.named ? [`${weekdayNames[index]} (${timesOf(day)} typical, ${day.n} tweets)`] : [],
  );
  const all = [...named, ...days];
  const finding = !enough
    ? tooFewHoursText(n)
    : all.length === 0
      ? `No hour or weekday clearly stands out yet (${n} tweets).`
      : `More views so far: ${all.join("; ")}.`;
  const used = slots.flatMap((_, slot) => (counts.some((day) => (day[slot] ?? 0) > 0) ? [slot] : []));
  const isInvented = source === "sandbox";
  return {
    map:
      used.length === 0
        ? null
        : {
            city: zoneCity(timeZone),
            weekdays: weekdayNames,
            isCompared: enough,
            rows: used.map((slot) => ({
              slot: slotName(slot),
              isNamed: enough && (slots[slot]?.named ?? false),
              cells: weekdays.map((day, index) => {
                const count = counts[index]?.[slot] ?? 0;
                const estimate = (slots[slot]?.estimate ?? 0) + day.estimate;
                return enough && count >= minCell
                  ? { count, step: stepOf(estimate), times: timesOf({ estimate }) }
                  : { count, step: 0, times: null };
              }),
            })),
            sums: enough ? [...sumsOf(slots, slotName), ...sumsOf(weekdays, (day) => weekdayNames[day] ?? "")] : [],
          },
    finding: isInvented ? `${finding} ${invented}.` : finding,
    power: powerText(n),
    withChosen,
  };
}

const sumsOf = (cells: readonly Cell[], nameOf: (index: number) => string): HeatMapProps["sums"] =>
  cells.flatMap((cell, index) =>
    cell.n === 0 ? [] : [{ name: nameOf(index), count: cell.n, times: timesOf(cell), isNamed: cell.named }],
  );

function spendingOf({ costs }: Insights, { sandbox }: Of): SpendingCardProps {
  const levelName = (level: keyof typeof levelNames | "hand") =>
    level === "hand" ? "Manual refreshes" : levelNames[level];
  return {
    month: dollars(costs.spentThisMonth),
    parts: [
      ...costs.spentByLevel.map(({ level, usd }) => ({ name: levelName(level), usd: dollars(usd) })),
      ...costs.spentByAccount.map(({ username, usd }) => ({
        name: username === "" ? "For disconnected accounts" : `For @${username}`,
        usd: dollars(usd),
      })),
    ],
    rest: `about $${costs.restOfMonth.toFixed(2)}`,
    limit: costs.dailyReadLimit === 0 ? "none" : `${dollars(costs.dailyReadLimit)} per UTC day for metrics`,
    note: sandbox ? "Free in the sandbox." : null,
  };
}
