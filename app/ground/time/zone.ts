// Computes the wall clock, offset and day of an instant in a time zone, through Intl alone.
import { days, hours, minutes, seconds } from "./duration";

/** `weekday` 1 is Monday. */
export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  weekday: number;
}

/** Local time is UTC plus `offset` from `from` up to `to` (exclusive); all in ms. */
export interface Stretch {
  from: number;
  to: number;
  offset: number;
}

// Creating a formatter costs fifty times as much as using it, and each holds native memory.
const keptFormatters = 64;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const kept = formatters.get(zone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const oldest = formatters.keys().next();
  if (formatters.size >= keptFormatters && !oldest.done) formatters.delete(oldest.value);
  formatters.set(zone, made);
  return made;
}

export function isTimeZone(name: unknown): name is string {
  if (typeof name !== "string" || name === "") return false;
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Local time as if it were UTC, in ms, to the second. Reading one string is three times as fast as formatToParts. */
function localSeconds(instant: number, zone: string): number {
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    formatterOf(zone).format(instant).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const readOffset = (instant: number, zone: string): number =>
  localSeconds(instant, zone) - Math.floor(instant / seconds(1)) * seconds(1);

const quarter = minutes(15);
const keptQuarters = 20_000;
const quarters = new Map<string, Map<number, number>>();
let countOfQuarters = 0;

function offsetOfQuarter(number: number, zone: string): number {
  let ofZone = quarters.get(zone);
  const kept = ofZone?.get(number);
  if (kept !== undefined) return kept;
  const offset = readOffset(number * quarter, zone);
  if (countOfQuarters >= keptQuarters) {
    quarters.clear();
    countOfQuarters = 0;
    ofZone = undefined;
  }
  if (!ofZone) quarters.set(zone, (ofZone = new Map()));
  ofZone.set(number, offset);
  countOfQuarters += 1;
  return offset;
}

/** Local time minus UTC, in ms. No zone changes twice within a quarter hour. Throws RangeError for an unknown zone. */
export function offsetAt(instant: number, zone: string): number {
  const number = Math.floor(instant / quarter);
  const offset = offsetOfQuarter(number, zone);
  return offsetOfQuarter(number + 1, zone) === offset ? offset : readOffset(instant, zone);
}

export function wallClock(instant: number, zone: string): WallClock {
  const local = new Date(Math.floor(instant / seconds(1)) * seconds(1) + offsetAt(instant, zone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekday: ((local.getUTCDay() + 6) % 7) + 1,
  };
}

/**
 * Stretches of constant offset, exact to the ms. Changes are at least a quarter hour apart, so it probes that often.
 */
export function stretches(from: number, to: number, zone: string): Stretch[] {
  const found: Stretch[] = [];
  let start = from;
  let offset = offsetAt(from, zone);
  for (let at = from; at < to;) {
    const probe = Math.min(at + minutes(15), to);
    if (offsetAt(probe, zone) === offset) {
      at = probe;
      continue;
    }
    at = firstChange(at, probe, zone, offset);
    if (at < to) {
      found.push({ from: start, to: at, offset });
      start = at;
      offset = offsetAt(at, zone);
    }
  }
  if (start < to) found.push({ from: start, to, offset });
  return found;
}

function firstChange(before: number, after: number, zone: string, offset: number): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, zone) === offset) low = middle;
    else high = middle;
  }
  return high;
}

/** First instant at which the clock shows `local` (ms, as if UTC) or later; if that is skipped, the end of the gap. */
function firstShowing(local: number, zone: string): number {
  // No zone was ever 16 hours from Greenwich, so this range covers every offset.
  for (const stretch of stretches(local - hours(16), local + hours(16), zone)) {
    const start = Math.max(stretch.from, local - stretch.offset);
    if (start < stretch.to) return start;
  }
  throw new RangeError(`The clock of ${zone} never shows ${new Date(local).toISOString()}`);
}

/**
 * Midnight, or the next instant if the zone skips it or the whole date (Samoa, 30 December 2011). `day` may overflow.
 */
export const startOfLocalDay = (year: number, month: number, day: number, zone: string): number =>
  firstShowing(Date.UTC(year, month - 1, day), zone);

const localForm = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?$/;

/** null if invalid. Ambiguous times give the earlier instant. Throws RangeError for an unknown zone. */
export function instantOf(localText: string, zone: string): number | null {
  const match = localForm.exec(localText);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  const text = new Date(local).toISOString();
  // Overflow, such as 31 June or 25:00, comes back as a different time. Years before 1970 aren't needed.
  if (local < 0 || !text.startsWith(`${localText.slice(0, 16)}:${two(second)}`)) return null;
  return firstShowing(local, zone);
}

export const localTextOf = (instant: number, zone: string): string =>
  `${localDate(instant, zone)}T${clockTime(instant, zone)}`;

const two = (n: number): string => String(n).padStart(2, "0");

export const isoDate = (date: { year: number; month: number; day: number }): string =>
  `${String(date.year).padStart(4, "0")}-${two(date.month)}-${two(date.day)}`;

export const localDate = (instant: number, zone: string): string => isoDate(wallClock(instant, zone));

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
export const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

export function clockTime(instant: number, zone: string): string {
  const { hour, minute } = wallClock(instant, zone);
  return `${two(hour)}:${two(minute)}`;
}

export function shortDate(instant: number, zone: string): string {
  const { weekday, day, month } = wallClock(instant, zone);
  return `${weekdayNames[weekday - 1]}, ${monthNames[month - 1]} ${day}`;
}

export function dateWithYear(instant: number, zone: string): string {
  const { year, day, month } = wallClock(instant, zone);
  return `${monthNames[month - 1]} ${day}, ${year}`;
}

/** Has the date unless it is today's: text may be read later, when "tomorrow" is untrue. */
export const datedTime = (instant: number, zone: string, now: number): string =>
  localDate(instant, zone) === localDate(now, zone) ? clockTime(instant, zone) : fullTime(instant, zone, now);

/** "10:26 UTC", with the date unless it is today's. */
export const utcTime = (instant: number, now: number): string => `${datedTime(instant, "UTC", now)} UTC`;

export const fullTime = (instant: number, zone: string, now: number): string =>
  `${dateLabel(instant, zone, now)}, ${clockTime(instant, zone)}`;

/** "Today, 14:06", "Thu, Nov 19, 14:06". */
export const momentLabel = (instant: number, zone: string, now: number): string =>
  `${dayLabel(instant, zone, now)}, ${clockTime(instant, zone)}`;

export function dayLabel(instant: number, zone: string, now: number): string {
  const [then, today] = [wallClock(instant, zone), wallClock(now, zone)];
  const dayNumber = (wall: WallClock) => Date.UTC(wall.year, wall.month - 1, wall.day) / days(1);
  const away = dayNumber(then) - dayNumber(today);
  if (away === 0) return "Today";
  if (away === 1) return "Tomorrow";
  if (away === -1) return "Yesterday";
  return dateLabel(instant, zone, now);
}

function dateLabel(instant: number, zone: string, now: number): string {
  const isThisYear = wallClock(instant, zone).year === wallClock(now, zone).year;
  return isThisYear ? shortDate(instant, zone) : dateWithYear(instant, zone);
}

export function zoneCity(zone: string): string {
  // By an old Unix custom the sign is inverted: Etc/GMT+5 is five hours behind.
  const fixed = /^Etc\/GMT([+-])(\d+)$/i.exec(zone);
  if (fixed) return Number(fixed[2]) === 0 ? "GMT" : `UTC${fixed[1] === "+" ? "−" : "+"}${fixed[2]}`;
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
