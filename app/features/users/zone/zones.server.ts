// Lists the time zones to choose from, each labeled with its city first for type-to-search.
import { setImmediate as othersTurn } from "node:timers/promises";
import { hours, minutes } from "~/ground/time/duration";
import { offsetAt, zoneCity } from "~/ground/time/zone";
import { presentName } from "./zone-names";

export interface ZoneOption {
  value: string;
  label: string;
}

let kept: { hour: number; options: Promise<ZoneOption[]> } | undefined;

export function zoneOptions(now: number): Promise<ZoneOption[]> {
  const hour = Math.floor(now / hours(1));
  if (kept?.hour !== hour) kept = { hour, options: optionsAt(now) };
  return kept.options;
}

/** An uncached zone takes up to 0.5 ms, so the loop yields to other work after this many. */
const maxZones = 10;

async function optionsAt(now: number): Promise<ZoneOption[]> {
  const names = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
  const options: ZoneOption[] = [];
  for (const [index, name] of names.entries()) {
    if (index % maxZones === maxZones - 1) await othersTurn();
    const value = presentName(name);
    options.push({ value, label: `${zoneCity(value)}, ${offsetText(offsetAt(now, value))} (${value})` });
  }
  options.sort((a, b) => a.label.localeCompare(b.label, "en"));
  return [{ value: "UTC", label: "UTC" }, ...options];
}

function offsetText(offset: number): string {
  const whole = Math.floor(Math.abs(offset) / hours(1));
  const rest = Math.round((Math.abs(offset) % hours(1)) / minutes(1));
  return `UTC${offset < 0 ? "−" : "+"}${whole}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}
