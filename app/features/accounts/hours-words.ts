// Formats posting hours: clock times, gaps and the scheduling rule. Pure.
import { hours as hoursLong, minutes } from "~/ground/time/duration";
import type { Hours, QuietHours } from "./hours";

export const clockHour = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

export const quietText = (quiet: QuietHours | null): string =>
  quiet ? `${clockHour(quiet.from)}–${clockHour(quiet.to)}` : "none";

export const windowText = ({ fromMs, toMs }: Hours["window"]): string =>
  `${fromMs / hoursLong(1)}–${toMs / hoursLong(1)} hours`;

export function gapText(ms: number): string {
  if (ms > 0 && ms % hoursLong(1) === 0) return counted(ms / hoursLong(1), "hour", "hours");
  return minutesText(ms);
}

export const minutesText = (ms: number): string => counted(Math.round(ms / minutes(0.1)) / 10, "minute", "minutes");

const counted = (count: number, singular: string, plural: string): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** "Random times outside your quiet hours, 23:00–07:00, up to 50 a day, at least 1 minute apart." */
export function ruleText({ quietHours, minGapMs, dailyPostLimit }: Hours): string {
  const parts = [
    quietHours ? `Random times outside your quiet hours, ${quietText(quietHours)}` : "Random times at any hour",
    dailyPostLimit > 0 && `up to ${dailyPostLimit} a day`,
    minGapMs > 0 && `at least ${gapText(minGapMs)} apart`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** "At least 60 minutes from this account’s other tweets, if there’s room." Empty if the gap is as long. */
export const spacingText = ({ spacingMs, minGapMs }: Hours): string =>
  spacingMs > minGapMs ? `At least ${minutesText(spacingMs)} from this account’s other tweets, if there’s room.` : "";
