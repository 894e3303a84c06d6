// Defines a day's slots (eight of two hours, and the night) and their keys in URLs.

export const scheduleAt = "schedule-at";

/** Tasks that the grid gets per slot; the rest are only counted. */
export const maxInSlot = 5;

export const slotHours = [7, 9, 11, 13, 15, 17, 19, 21] as const;
/** From 23:00 and before 07:00 of one local date. */
export const nightHour = 23;

export const slotKey = (date: string, hour: number): string => `${date}T${String(hour).padStart(2, "0")}`;

export function parseSlot(key: string): { date: string; hour: number } | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2})$/.exec(key);
  const [date, hour] = [match?.[1], Number(match?.[2])];
  if (!date || (hour !== nightHour && !slotHours.some((first) => first === hour))) return null;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Some engines turn 31 June into 1 July.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date) ? { date, hour } : null;
}

/** Local time when the slot ends; for a night, the last minute of its date. */
export const endOf = ({ date, hour }: { date: string; hour: number }): string =>
  hour === nightHour ? `${date}T23:59` : `${date}T${String(hour + 2).padStart(2, "0")}:00`;
