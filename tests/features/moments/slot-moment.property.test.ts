// A move's moment under a thousand rolls: inside the slot, ahead, free of the account's others, awake where it can be.
import fc from "fast-check";
import { expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { isQuiet } from "~/features/moments/moment";
import { drawInSlot } from "~/features/moments/slot-moment";
import { slotHours } from "~/features/timeline/slot";
import { slotOf } from "~/features/timeline/week";
import { isoDate } from "~/ground/time/zone";

const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"];
const asks = fc.record({
  // Around the nights in which clocks change, and through a year.
  day: fc.oneof(fc.integer({ min: 0, max: 364 }), fc.constantFrom(86, 66, 304, 297, 93)),
  hour: fc.constantFrom(...slotHours, 23),
  timeZone: fc.constantFrom(...zones),
  ahead: fc.integer({ min: -30 * 60, max: 60 * 60 }),
  gap: fc.integer({ min: 0, max: 90 }),
  minutesAway: fc.array(fc.integer({ min: -300, max: 900 }), { maxLength: 12 }),
  quiet: fc.constantFrom(null, { from: 23, to: 7 }, { from: 8, to: 12 }, { from: 1, to: 21 }),
  share: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
});

it("what is drawn lies in the slot, ahead of now, at least the gap from every other, and in quiet hours only where all is", () => {
  fc.assert(
    fc.property(asks, ({ day, hour, timeZone, ahead, gap, minutesAway, quiet, share }) => {
      const at = new Date(Date.UTC(2026, 0, 1 + day));
      const date = isoDate({ year: 2026, month: at.getUTCMonth() + 1, day: at.getUTCDate() });
      const noon = at.getTime() + hours(12);
      const now = noon - minutes(ahead);
      const others = minutesAway.map((minute) => at.getTime() + minutes(minute));
      const rules = { date, hour, now, timeZone, others, gapMs: minutes(gap), quietHours: quiet };
      const drawn = drawInSlot({ ...rules, random: () => share });
      if (typeof drawn === "string") {
        // No minute of the slot would have done.
        for (let one = noon - hours(40); one < noon + hours(40); one += minutes(1)) {
          const there = slotOf(one, timeZone);
          if (one <= now || there.date !== date || there.hour !== hour) continue;
          expect(drawn).toBe("full");
          expect(others.some((other) => Math.abs(other - one) < minutes(gap))).toBe(true);
        }
        return;
      }
      expect(slotOf(drawn.at, timeZone)).toEqual({ date, hour });
      expect(drawn.at).toBeGreaterThan(now);
      for (const other of others) expect(Math.abs(other - drawn.at)).toBeGreaterThanOrEqual(minutes(gap));
      expect(drawn.quiet).toBe(isQuiet(drawn.at, timeZone, quiet));
    }),
    { numRuns: 300 },
  );
});

it("every free minute of a slot can be drawn, and nothing else", () => {
  const rules = {
    date: "2026-11-19",
    hour: 11,
    now: Date.UTC(2026, 10, 19, 11, 58),
    timeZone: "UTC",
    quietHours: null,
  };
  const others = [Date.UTC(2026, 10, 19, 12, 20)];
  const drawn = new Set<number>();
  for (let share = 0; share < 1; share += 0.001) {
    const one = drawInSlot({ ...rules, others, gapMs: minutes(15), random: () => share });
    if (typeof one !== "string") drawn.add((one.at - Date.UTC(2026, 10, 19, 11)) / minutes(1));
  }
  expect([...drawn].sort((a, b) => a - b)).toEqual([
    ...Array.from({ length: 7 }, (_, n) => 59 + n),
    ...Array.from({ length: 25 }, (_, n) => 95 + n),
  ]);
});
