// Finds when a weekly summary is due: Mondays at 09:00 in the user's time zone. Pure.
import { hours } from "~/ground/time/duration";
import { instantOf, isoDate, startOfLocalDay, wallClock } from "~/ground/time/zone";

export function nextSummaryAt(now: number, timeZone: string): number {
  const { year, month, day, weekday } = wallClock(now, timeZone);
  for (const days of [8 - weekday, 15 - weekday]) {
    const noon = startOfLocalDay(year, month, day + days - 7, timeZone) + hours(12);
    const at = instantOf(`${isoDate(wallClock(noon, timeZone))}T09:00`, timeZone);
    if (at !== null && at > now) return at;
  }
  return now + hours(7 * 24);
}
