// Every time zone this runtime knows, and each moment from 2024 to 2031 at which its clock changes.
import { days } from "~/duration";
import { offsetAt, stretches } from "~/zone";

export const allZones = [...Intl.supportedValuesOf("timeZone"), "UTC"];

export const years = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2032, 0, 1) };

/** The instants of change, found by comparing offsets a day apart and cutting the days that differ. */
export function transitionsOf(zone: string): number[] {
  const found: number[] = [];
  let before = offsetAt(years.from, zone);
  for (let day = years.from; day < years.to; day += days(1)) {
    const after = offsetAt(day + days(1), zone);
    if (after !== before)
      found.push(
        ...stretches(day, day + days(1) + 1, zone)
          .slice(1)
          .map((stretch) => stretch.from),
      );
    before = after;
  }
  return found;
}

/** One entry a change: the zone and the instant. */
export const allTransitions = (): { zone: string; at: number }[] =>
  allZones.flatMap((zone) => transitionsOf(zone).map((at) => ({ zone, at })));
