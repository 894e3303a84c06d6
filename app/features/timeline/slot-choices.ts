// Lists the days and parts of a day that a tweet can be moved to or written for. Pure.
import { hours } from "~/ground/time/duration";
import { instantOf, shortDate } from "~/ground/time/zone";
import { comingDays } from "./list/list";
import { nightHour, slotHours } from "./slot";
import type { SlotChoices } from "./slot-fields";

/** The next full hour at least 30 minutes away. */
export const nextHour = (now: number): number => Math.ceil((now + hours(0.5)) / hours(1)) * hours(1);

export function slotChoices(chosen: { date: string; hour: number }, now: number, timeZone: string): SlotChoices {
  const two = (hour: number) => String(hour).padStart(2, "0");
  const days = comingDays([], { now, timeZone }).map(({ date, name, label }) => ({ date, label: `${name}, ${label}` }));
  const last = days.at(-1)?.date ?? "";
  const noon = instantOf(`${chosen.date}T12:00`, timeZone);
  if (chosen.date > last && noon !== null) days.push({ date: chosen.date, label: shortDate(noon, timeZone) });
  return {
    days: days.map(({ date, label }) => ({ value: date, label, selected: date === chosen.date })),
    parts: [...slotHours, nightHour].map((hour) => ({
      value: two(hour),
      label: hour === nightHour ? "Night" : `${two(hour)}:00–${two(hour + 2)}:00`,
      selected: hour === chosen.hour,
    })),
  };
}
