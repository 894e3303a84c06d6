// Picks a random free minute of a slot, apart from the account's other posts. Pure.
import { minutes } from "~/ground/time/duration";
import { instantOf, startOfLocalDay } from "~/ground/time/zone";
import { isQuiet, type QuietHours } from "./moment";
import { enoughRoom, spacingSteps } from "./spacing";

export interface SlotInput {
  date: string;
  /** First hour; 23 means the date's night: before 07:00 and from 23:00. */
  hour: number;
  now: number;
  timeZone: string;
  others: readonly number[];
  gapMs: number;
  /** Tweets to keep the spacing from while the slot has room. */
  posts?: readonly number[];
  spacingMs?: number;
  quietHours: QuietHours | null;
  random: () => number;
}

export type SlotMoment = { at: number; quiet: boolean } | "passed" | "full";

export function drawInSlot(input: SlotInput): SlotMoment {
  const { now, timeZone, others, gapMs, posts = [], spacingMs = 0, quietHours, random, ...slot } = input;
  const spans = spansOf(slot, timeZone);
  const ahead = spans.flatMap(({ from, to }) => minutesOf(Math.max(from, now + 1), to));
  if (ahead.length === 0) return "passed";
  const free = ahead.filter((at) => others.every((other) => Math.abs(at - other) >= gapMs));
  if (free.length === 0) return "full";
  const awake = free.filter((at) => !isQuiet(at, timeZone, quietHours));
  const among = spacedMinutes(awake.length > 0 ? awake : free, posts, spacingMs);
  const at = among[Math.min(Math.floor(random() * among.length), among.length - 1)];
  return at === undefined ? "full" : { at, quiet: awake.length === 0 };
}

function spacedMinutes(free: number[], posts: readonly number[], spacingMs: number): number[] {
  for (const step of spacingSteps(spacingMs)) {
    const apart = free.filter((at) => posts.every((post) => Math.abs(at - post) >= step));
    if (minutes(apart.length) >= enoughRoom) return apart;
  }
  return free;
}

/** A clock change can make a slot one or three hours long. */
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
