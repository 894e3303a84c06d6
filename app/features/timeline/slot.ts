// The slots of a day, two hours each and the night, and how the address names one.

/** What the forms of a moment mean, and those of a part of a day: one thing. */
export const scheduleAt = "schedule-at";

/** So many of a slot the grid and the days know, and how many there are: a page of a full week has them all to show. */
export const maxInSlot = 5;

/** The first hours of the day's slots. */
export const slotHours = [7, 9, 11, 13, 15, 17, 19, 21] as const;
/** The night's place in a slot key: from 23:00, and before 07:00, of one local date. */
export const nightHour = 23;

/** "2026-11-19T07" */
export const slotKey = (date: string, hour: number): string => `${date}T${String(hour).padStart(2, "0")}`;

/** Reads a slot's key; null where it is none, or names a date or an hour that doesn't exist. */
export function parseSlot(key: string): { date: string; hour: number } | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2})$/.exec(key);
  const [date, hour] = [match?.[1], Number(match?.[2])];
  if (!date || (hour !== nightHour && !slotHours.some((first) => first === hour))) return null;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Some engines turn 31 June into 1 July instead of refusing it.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date) ? { date, hour } : null;
}

/** When the slot ends, as a local time; of a night, its date's last minute. */
export const endOf = ({ date, hour }: { date: string; hour: number }): string =>
  hour === nightHour ? `${date}T23:59` : `${date}T${String(hour + 2).padStart(2, "0")}:00`;
