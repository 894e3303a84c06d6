// When Google's daily quotas start again: at midnight in California.
import { hours } from "~/ground/time/duration";
import { datedTime } from "~/ground/time/zone";

const pacificHour = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  hour: "numeric",
  hourCycle: "h23",
});

/** The first midnight Pacific after `now`, both in ms; it lies on a whole UTC hour, 07:00 in summer and 08:00 in winter. */
export function nextPacificMidnight(now: number): number {
  let at = Math.floor(now / hours(1)) * hours(1) + hours(1);
  while (Number(pacificHour.format(at)) !== 0) at += hours(1);
  return at;
}

/** "08:00 UTC", on another day than now's "Fri 20 Nov, 08:00 UTC". */
export const utcTime = (at: number, now: number): string => `${datedTime(at, "UTC", now)} UTC`;
