// Schedule all: plans by the rule, against a judge that reads the clock on the wall by itself and counts days in its own way.
import fc from "fast-check";
import { expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { isQuiet, type QuietHours } from "~/features/moments/moment";
import { leadTime, spread, type SpreadInput } from "~/features/moments/spread";
import { allTransitions, allZones, years } from "~tests/support/zones";

const runs = process.env.LINNET_NIGHT ? 1_000_000 : 10_000;

// The judge knows nothing of offsets and of our own calendar.
const calendars = new Map<string, Intl.DateTimeFormat>();
function read(instant: number, timeZone: string): { day: string; hour: number } {
  const made = () =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      hourCycle: "h23",
    });
  const calendar = calendars.get(timeZone) ?? made();
  calendars.set(timeZone, calendar);
  const parts = Object.fromEntries(calendar.formatToParts(instant).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

const isAtNight = (instant: number, zone: string, quiet: QuietHours | null): boolean => {
  if (!quiet) return false;
  const { hour } = read(instant, zone);
  return quiet.from < quiet.to ? quiet.from <= hour && hour < quiet.to : quiet.from <= hour || hour < quiet.to;
};

const transitions = allTransitions();
const nowAndZone = fc.oneof(
  fc.record({ zone: fc.constantFrom(...allZones), now: fc.integer({ min: years.from, max: years.to }) }),
  fc
    .record({ change: fc.constantFrom(...transitions), ahead: fc.integer({ min: -hours(20), max: days(8) }) })
    .map(({ change, ahead }) => ({ zone: change.zone, now: change.at - ahead })),
);
const quietHours = fc.option(
  fc
    .record({ from: fc.integer({ min: 0, max: 23 }), long: fc.integer({ min: 1, max: 20 }) })
    .map(({ from, long }) => ({ from, to: (from + long) % 24 })),
);

const plan = fc.record({
  at: nowAndZone,
  // Each day's clock is asked for its offset ninety-six times.
  days: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 7 }), weight: 9 }, fc.integer({ min: 8, max: 30 })),
  count: fc.integer({ min: 1, max: 12 }),
  quietHours,
  minGapMs: fc.oneof(fc.constantFrom(0, minutes(1), hours(3)), fc.integer({ min: 0, max: hours(24) })),
  dailyPostLimit: fc.integer({ min: 0, max: 6 }),
  posts: fc.array(fc.integer({ min: -hours(20), max: days(31) }), { maxLength: 12 }),
  seed: fc.integer(),
});

/** As random as the app's, and the same each time. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it("a plan keeps quiet hours, gap and a day's posts, lies in its days, and is as even as these allow", () => {
  let [placed, uneven, worst] = [0, 0, 0];
  fc.assert(
    fc.property(plan, ({ at, posts: offsets, seed, ...rest }) => {
      const posts = offsets.map((offset) => at.now + offset);
      const input: SpreadInput = { ...rest, now: at.now, timeZone: at.zone, posts, random: dice(seed) };
      const moments = spread(input);
      placed += moments.length;
      expect(moments.length).toBeLessThanOrEqual(rest.count);
      expect([...moments].sort((one, other) => one - other)).toEqual(moments);
      const last = read(at.now + days(rest.days), at.zone).day;
      for (const moment of moments) {
        expect(moment).toBeGreaterThanOrEqual(at.now + leadTime);
        expect(isAtNight(moment, at.zone, rest.quietHours)).toBe(false);
        expect(isQuiet(moment, at.zone, rest.quietHours)).toBe(false);
        expect(read(moment, at.zone).day <= last).toBe(true);
      }
      const tooClose = moments.flatMap((moment, n) =>
        [...posts, ...moments.slice(0, n)].filter((other) => Math.abs(moment - other) < rest.minGapMs),
      );
      expect(tooClose).toEqual([]);
      const counts = new Map<string, number>();
      for (const moment of [...posts, ...moments]) {
        const { day } = read(moment, at.zone);
        counts.set(day, (counts.get(day) ?? 0) + 1);
      }
      const newOnes = moments.map((moment) => read(moment, at.zone).day);
      if (rest.dailyPostLimit > 0)
        for (const day of newOnes) expect(counts.get(day)).toBeLessThanOrEqual(rest.dailyPostLimit);
      // Even: moving one tweet to a day that has two less and room would make it more so.
      const fullest = Math.max(0, ...newOnes.map((day) => counts.get(day) ?? 0));
      if (fullest > 1) {
        const room = spread({ ...input, posts: [...posts, ...moments], count: 1, random: dice(seed + 1) });
        const emptiest = Math.min(fullest, ...room.map((moment) => counts.get(read(moment, at.zone).day) ?? 0));
        worst = Math.max(worst, fullest - emptiest);
        if (fullest - emptiest > 1) uneven += 1;
      }
    }),
    { numRuns: runs },
  );
  console.log(`${runs} plans, ${placed} moments; ${uneven} less even than they could be, by ${worst} at worst`);
  expect(uneven).toBe(0);
});
