// Computes when Google's daily quotas reset: at midnight in California.
import { hours } from "~/ground/time/duration";

const pacificHour = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  hour: "numeric",
  hourCycle: "h23",
});

/** First Pacific midnight after `now`, ms. It's always on a whole UTC hour. */
export function nextPacificMidnight(now: number): number {
  let at = Math.floor(now / hours(1)) * hours(1) + hours(1);
  while (Number(pacificHour.format(at)) !== 0) at += hours(1);
  return at;
}
