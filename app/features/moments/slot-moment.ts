// A random minute of a two-hour slot, or of a date's night: ahead of now, and as far from the account's others as the gap asks. Pure.
import { minutes } from "~/ground/time/duration";
import { instantOf, startOfLocalDay } from "~/ground/time/zone";
import { isQuiet, type QuietHours } from "./moment";

export interface SlotInput {
  /** "2026-11-19" */
  date: string;
  /** The slot's first hour; 23 is the night of that date, before 07:00 and from 23:00. */
  hour: number;
  now: number;
  timeZone: string;
  /** The moments of the account's others. */
  others: readonly number[];
  gapMs: number;
  quietHours: QuietHours | null;
  /** A number in [0, 1). */
  random: () => number;
}

/** `quiet`: it lies in quiet hours, as every free minute of the slot does. */
export type SlotMoment = { at: number; quiet: boolean } | "passed" | "full";

/** Each free minute is equally likely; one in quiet hours is drawn only where all of them are. */
export function drawInSlot({ now, timeZone, others, gapMs, quietHours, random, ...slot }: SlotInput): SlotMoment {
  const spans = spansOf(slot, timeZone);
  const ahead = spans.flatMap(({ from, to }) => minutesOf(Math.max(from, now + 1), to));
  if (ahead.length === 0) return "passed";
  const free = ahead.filter((at) => others.every((other) => Math.abs(at - other) >= gapMs));
  if (free.length === 0) return "full";
  const awake = free.filter((at) => !isQuiet(at, timeZone, quietHours));
  const among = awake.length > 0 ? awake : free;
  const at = among[Math.min(Math.floor(random() * among.length), among.length - 1)];
  return at === undefined ? "full" : { at, quiet: awake.length === 0 };
}

/** A slot is as long as the clock makes it: where that changes an hour, or three. */
function spansOf({ date, hour }: Pick<SlotInput, "date" | "hour">, zone: string): { from: number; to: number }[] {
  const clock = (at: number): number => instantOf(`${date}T${String(at).padStart(2, "0")}:00`, zone) ?? 0;
  if (hour !== 23) return [{ from: clock(hour), to: clock(hour + 2) }];
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return [
    { from: startOfLocalDay(year, month, day, zone), to: clock(7) },
    { from: clock(23), to: startOfLocalDay(year, month, day + 1, zone) },
  ];
}

function minutesOf(from: number, to: number): number[] {
  const first = Math.ceil(from / minutes(1));
  const count = Math.max(Math.ceil(to / minutes(1)) - first, 0);
  return Array.from({ length: count }, (_, index) => minutes(first + index));
}
