// The time zones to choose from, each by its city, so that a list is searched by typing the city's name.
import { setImmediate as othersTurn } from "node:timers/promises";
import { hours, minutes } from "~/ground/time/duration";
import { offsetAt, zoneCity } from "~/ground/time/zone";
import { presentName } from "./zone-names";

export interface ZoneOption {
  value: string;
  /** "Kolkata, UTC+5:30 (Asia/Kolkata)" */
  label: string;
}

let kept: { hour: number; options: Promise<ZoneOption[]> } | undefined;

/** UTC first, the others by city, with the offsets of now: kept for the hour. */
export function zoneOptions(now: number): Promise<ZoneOption[]> {
  const hour = Math.floor(now / hours(1));
  if (kept?.hour !== hour) kept = { hour, options: optionsAt(now) };
  return kept.options;
}

/** A zone that was not asked for lately takes up to half a millisecond: so many are asked before others have their turn. */
const maxZones = 10;

async function optionsAt(now: number): Promise<ZoneOption[]> {
  const names = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
  const options: ZoneOption[] = [];
  for (const [index, name] of names.entries()) {
    if (index % maxZones === maxZones - 1) await othersTurn();
    const value = presentName(name);
    options.push({ value, label: `${zoneCity(value)}, ${offsetText(offsetAt(now, value))} (${value})` });
  }
  options.sort((one, other) => one.label.localeCompare(other.label, "en"));
  return [{ value: "UTC", label: "UTC" }, ...options];
}

/** "UTC+5:30", "UTC−3", "UTC+0" */
function offsetText(offset: number): string {
  const whole = Math.floor(Math.abs(offset) / hours(1));
  const rest = Math.round((Math.abs(offset) % hours(1)) / minutes(1));
  return `UTC${offset < 0 ? "−" : "+"}${whole}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}
