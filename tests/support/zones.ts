// Every time zone this runtime knows, and each moment from 2024 to 2027, at night to 2031, at which its clock changes.
import { days } from "~/ground/time/duration";
import { offsetAt, stretches } from "~/ground/time/zone";

export const allZones = [...Intl.supportedValuesOf("timeZone"), "UTC"];

export const years = { from: Date.UTC(2024, 0, 1), to: Date.UTC(process.env.LINNET_NIGHT ? 2032 : 2028, 0, 1) };

/** No clock of these years goes forth and back within one. */
const step = days(7);

/** The instants of change, found by comparing offsets a week apart and cutting the weeks that differ. */
export function transitionsOf(zone: string): number[] {
  const found: number[] = [];
  let before = offsetAt(years.from, zone);
  for (let from = years.from; from < years.to; from += step) {
    const after = offsetAt(from + step, zone);
    if (after !== before)
      found.push(
        ...stretches(from, from + step + 1, zone)
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
