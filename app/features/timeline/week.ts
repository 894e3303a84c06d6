// Places tweets on the week: seven local days of eight two-hour slots, and the night.
import { days } from "~/ground/time/duration";
import { preview } from "~/features/tweets/text";
import {
  clockTime,
  isoDate,
  localDate,
  monthNames,
  startOfLocalDay,
  wallClock,
  weekdayNames,
} from "~/ground/time/zone";
import { maxInSlot, nightHour, slotHours } from "./slot";
import type { TaskStatus, Week, WeekDay, WeekSlot, WeekTask } from "./week.types";

export type PartOfDay = "Morning" | "Noon" | "Afternoon" | "Evening" | "Night";

export function partOfDay(hour: number): PartOfDay {
  if (hour < 7 || hour >= nightHour) return "Night";
  if (hour < 11) return "Morning";
  if (hour < 15) return "Noon";
  return hour < 19 ? "Afternoon" : "Evening";
}

export interface Placed {
  id: number;
  status: TaskStatus;
  content: string;
  at: number;
  progress?: { out: number; of: number };
}

export const previewOf = ({ content, progress }: Pick<Placed, "content" | "progress">): string =>
  `${progress ? `${progress.out}/${progress.of} ` : ""}${preview(content)}`;

export interface WhichWeek {
  offset: number;
  now: number;
  timeZone: string;
}

/** Ten years each way; NaN is the current week. */
export const clampOffset = (offset: number): number =>
  Number.isNaN(offset) ? 0 : Math.min(Math.max(Math.trunc(offset), -520), 520) + 0;

/** Monday, in days since 1970. Adding 24 hours to instants would go wrong at clock changes. */
function mondayOf({ offset, now, timeZone }: WhichWeek): number {
  const today = wallClock(now, timeZone);
  return Date.UTC(today.year, today.month - 1, today.day) / days(1) - (today.weekday - 1) + 7 * clampOffset(offset);
}

export const offsetOf = (instant: number, now: number, timeZone: string): number =>
  (mondayOf({ offset: 0, now: instant, timeZone }) - mondayOf({ offset: 0, now, timeZone })) / 7;

function dateOf(dayNumber: number): { year: number; month: number; day: number } {
  const date = new Date(days(dayNumber));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** From local Monday 00:00 until the next, exclusive, as instants. */
export function weekSpan(week: WhichWeek): { fromMs: number; toMs: number } {
  const monday = mondayOf(week);
  const startOf = (dayNumber: number): number => {
    const { year, month, day } = dateOf(dayNumber);
    return startOfLocalDay(year, month, day, week.timeZone);
  };
  return { fromMs: startOf(monday), toMs: startOf(monday + 7) };
}

export function rangeLabel(week: WhichWeek): string {
  const monday = mondayOf(week);
  const [first, last] = [dateOf(monday), dateOf(monday + 6)];
  return `${monthNames[first.month - 1]} ${first.day} ~ ${last.day}, ${last.year}`;
}

/** Local date and first hour of an instant's slot; 23 is the night, also before 07:00. */
export function slotOf(instant: number, timeZone: string): { date: string; hour: number } {
  const wall = wallClock(instant, timeZone);
  const hour = wall.hour < 7 || wall.hour >= nightHour ? nightHour : wall.hour - ((wall.hour - 7) % 2);
  return { date: isoDate(wall), hour };
}

const urgency: Record<TaskStatus, number> = { failed: 0, publishing: 1, scheduled: 2, published: 3, pending: 4 };

export function buildWeek(query: { tasks: readonly Placed[] } & WhichWeek): Week {
  const { now, timeZone } = query;
  const { fromMs, toMs } = weekSpan(query);
  const monday = mondayOf(query);
  const today = localDate(now, timeZone);
  const week = Array.from({ length: 7 }, (_, index) => emptyDay(monday + index, today, wallClock(now, timeZone).hour));
  const counts: Week["counts"] = { failed: 0, publishing: 0, scheduled: 0, published: 0 };

  for (const task of query.tasks) {
    if (task.at < fromMs || task.at >= toMs) continue;
    slotFor(task.at, week, timeZone)?.push(task);
    if (task.status !== "pending") counts[task.status] += 1;
  }
  const slotOfAll = (tasks: Placed[]): WeekSlot => ({
    count: tasks.length,
    tasks: tasks
      .sort((a, b) => urgency[a.status] - urgency[b.status] || a.at - b.at || a.id - b.id)
      .slice(0, maxInSlot)
      .map((task) => show(task, timeZone)),
  });

  return {
    offset: clampOffset(query.offset),
    rangeLabel: rangeLabel(query),
    days: week.map(({ slots, night, ...day }) => ({ ...day, slots: slots.map(slotOfAll), night: slotOfAll(night) })),
    counts,
    now: lineOfNow(now, week, timeZone),
    hasNight: week.some((day) => day.night.length > 0),
  };
}

interface FullDay extends Omit<WeekDay, "slots" | "night"> {
  slots: Placed[][];
  night: Placed[];
}

function emptyDay(dayNumber: number, today: string, hour: number): FullDay {
  const parts = dateOf(dayNumber);
  const date = isoDate(parts);
  return {
    date,
    weekday: weekdayNames[(((dayNumber + 3) % 7) + 7) % 7] ?? "",
    day: parts.day,
    isToday: date === today,
    isPast: date < today,
    openFrom: date < today ? 24 : date > today ? 0 : hour - 1,
    slots: slotHours.map(() => []),
    night: [],
  };
}

const show = (task: Placed, timeZone: string): WeekTask => ({
  id: task.id,
  status: task.status,
  preview: previewOf(task),
  at: task.at,
  time: clockTime(task.at, timeZone),
});

function slotFor(instant: number, week: FullDay[], timeZone: string): Placed[] | undefined {
  const { date, hour } = slotOf(instant, timeZone);
  const day = week.find((fullDay) => fullDay.date === date);
  // If clocks went back just after Monday's midnight, Sunday would return. No zone has done so yet.
  if (!day) return week[0]?.night;
  return day.slots[(hour - slotHours[0]) / 2] ?? day.night;
}

function lineOfNow(now: number, week: FullDay[], timeZone: string): Week["now"] {
  const { date, hour } = slotOf(now, timeZone);
  if (hour === nightHour || !week.some((day) => day.date === date)) return null;
  const wall = wallClock(now, timeZone);
  return { date, hour, fraction: ((wall.hour - hour) * 60 + wall.minute + wall.second / 60) / 120 };
}
