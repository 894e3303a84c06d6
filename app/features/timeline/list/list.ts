// Builds the timeline's list: two weeks ahead, including empty days, and the past. Pure.
import { days } from "~/ground/time/duration";
import { clockTime, isoDate, localDate, monthNames, wallClock, weekdayNames } from "~/ground/time/zone";
import { slotHours, slotKey } from "../slot";
import type { TaskStatus } from "../week.types";

export const daysAhead = 14;

export interface ListRow {
  id: number;
  status: TaskStatus;
  content: string;
  time: string;
  iso: string;
  username: string | null;
  account: string | undefined;
  /** "$0.015"; null once posted. */
  price: string | null;
  /** How Linnet chose the tweet's time; null if the user chose it or used Post Now. */
  reason: string | null;
}

export interface ListDay {
  date: string;
  name: string;
  label: string;
  isToday: boolean;
  /** Slot for a new tweet on an empty day; null if no slot is left. */
  write: string | null;
  rows: ListRow[];
}

export interface ListInput {
  id: number;
  status: TaskStatus;
  content: string;
  at: number;
  reason: string | null;
  username: string | null;
  account: string | undefined;
  price: string | null;
}

interface Where {
  now: number;
  timeZone: string;
}

const numberOf = (instant: number, timeZone: string): number => {
  const { year, month, day } = wallClock(instant, timeZone);
  return Date.UTC(year, month - 1, day) / days(1);
};

interface ComingPage extends Where {
  /** Time of the last row on the previous page; null for the first page. */
  after?: number | null;
  hasLater?: boolean;
}

/** Soonest first. Each of the next two weeks' days is on one of the pages. */
export function comingDays(
  rows: readonly ListInput[],
  { after = null, hasLater = false, ...where }: ComingPage,
): ListDay[] {
  const dayOf = (at: number) => numberOf(at, where.timeZone);
  const today = dayOf(where.now);
  const last = rows.at(-1);
  const first = after === null ? today : Math.max(today, dayOf(after) + 1);
  const end = Math.min(today + daysAhead, hasLater && last ? dayOf(last.at) + 1 : Infinity);
  const ahead = Array.from({ length: Math.max(0, end - first) }, (_, day) => emptyDay(first + day, today, where));
  return fill(ahead, rows, today, where).sort((a, b) => (a.date < b.date ? -1 : 1));
}

export function overDays(rows: readonly ListInput[], viewer: Where): ListDay[] {
  return fill([], rows, numberOf(viewer.now, viewer.timeZone), viewer);
}

function fill(into: ListDay[], rows: readonly ListInput[], today: number, viewer: Where): ListDay[] {
  const byDate = new Map(into.map((day) => [day.date, day]));
  for (const { at, ...row } of rows) {
    const date = localDate(at, viewer.timeZone);
    const day = byDate.get(date) ?? emptyDay(numberOf(at, viewer.timeZone), today, viewer);
    byDate.set(date, day);
    day.rows.push({ ...row, time: clockTime(at, viewer.timeZone), iso: new Date(at).toISOString() });
  }
  return [...byDate.values()];
}

const names: Record<number, string> = { [-1]: "Yesterday", 0: "Today", 1: "Tomorrow" };

function emptyDay(dayNumber: number, today: number, { now, timeZone }: Where): ListDay {
  const at = new Date(days(dayNumber));
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const date = isoDate({ year, month: month + 1, day });
  const weekday = weekdayNames[(at.getUTCDay() + 6) % 7] ?? "";
  const away = dayNumber - today;
  const { hour, year: thisYear } = wallClock(now, timeZone);
  // Noon, or today's next slot.
  const slot = away > 0 ? 13 : slotHours.find((first) => first > hour);
  return {
    date,
    name: names[away] ?? weekday,
    label: `${away >= -1 && away <= 1 ? `${weekday}, ` : ""}${monthNames[month]} ${day}${year === thisYear ? "" : `, ${year}`}`,
    isToday: away === 0,
    write: away < 0 || slot === undefined ? null : slotKey(date, slot),
    rows: [],
  };
}
