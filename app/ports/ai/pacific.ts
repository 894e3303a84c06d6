// When Google's daily quotas start again: at midnight in California.
import { hours } from "~/ground/time/duration";

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

/** "08:00 UTC", the way a sentence names an hour. */
export const utcHour = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;
