// The moment against an oracle that walks the wall clock minute by minute, in every zone and about each change of its clock.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { drawMoment, isQuiet, nextQuietEnd } from "~/features/moments/moment";
import { allTransitions, allZones, years } from "~tests/support/zones";
import { hourAt, placed, quietAt, quietEndAfter, seeded } from "../publishing/oracle";

const runs = process.env.LINNET_NIGHT ? 1_000_000 : 20_000;

const transitions = allTransitions();
const nowAndZone = fc.oneof(
  fc.record({ zone: fc.constantFrom(...allZones), now: fc.integer({ min: years.from, max: years.to }) }),
  fc
    .record({ change: fc.constantFrom(...transitions), ahead: fc.integer({ min: -hours(8), max: hours(30) }) })
    .map(({ change, ahead }) => ({ zone: change.zone, now: change.at - ahead })),
);
const quietHours = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.constant({ from: 23, to: 7 }) },
  {
    weight: 8,
    arbitrary: fc
      .record({ from: fc.integer({ min: 0, max: 23 }), length: fc.integer({ min: 1, max: 23 }) })
      .map(({ from, length }) => ({ from, to: (from + length) % 24 })),
  },
);
const window = fc
  .record({
    fromMs: fc.integer({ min: 0, max: hours(12) }),
    width: fc.oneof(
      { weight: 4, arbitrary: fc.constant(hours(4)) },
      { weight: 8, arbitrary: fc.integer({ min: 1, max: hours(8) }) },
      { weight: 1, arbitrary: fc.integer({ min: hours(20), max: hours(50) }) },
    ),
  })
  .map(({ fromMs, width }) => ({ fromMs, toMs: fromMs + width }));
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const weights = fc.array(fc.oneof(fc.constantFrom(0.5, 1, 2), fc.double({ min: 0.5, max: 2, noNaN: true })), {
  minLength: 12,
  maxLength: 12,
});

describe("the moment, in any zone, window and quiet hours, leaning or not", () => {
  it("is never quiet, never early, within its window, and slides only where the rule says so, to where it says", () => {
    const asked = fc.record({ place: nowAndZone, window, quietHours, weights, share });
    fc.assert(
      fc.property(asked, ({ place: { zone, now }, window: { fromMs, toMs }, quietHours: quiet, weights, share }) => {
        const start = placed(now + fromMs, toMs - fromMs, zone, quiet);
        for (const leaning of [null, weights]) {
          const ask = { now, timeZone: zone, window: { fromMs, toMs }, quietHours: quiet, random: () => share };
          const { at, slid } = drawMoment({ ...ask, weights: leaning });
          const broken = [
            !Number.isInteger(at) && "not a whole millisecond",
            quietAt(at, zone, quiet) && "quiet",
            at < now + fromMs && "early",
            slid !== (start !== now + fromMs) && "needless slide, or none",
            (at < start || at >= start + toMs - fromMs) && "outside the window",
          ].filter(Boolean);
          // Plain comparison: 20,000 calls of expect take longer than the rule itself.
          if (broken.length > 0) throw new Error(`${broken.join(", ")}: ${new Date(at).toISOString()}`);
        }
      }),
      { numRuns: runs },
    );
  });

  it("keeps the default rule about every change of every clock", () => {
    expect(new Set(transitions.map(({ zone }) => zone)).size).toBeGreaterThan(100);
    for (const { zone, at: change } of transitions)
      for (const now of [change - hours(6), change - hours(1), change + 1]) {
        const ask = { now, timeZone: zone, window: { fromMs: hours(4), toMs: hours(8) }, random: () => 0.5 };
        const { at } = drawMoment({ ...ask, quietHours: { from: 23, to: 7 } });
        const hour = hourAt(at, zone);
        if (hour < 7 || hour >= 23 || at < now + hours(4)) expect.fail(`${zone} ${new Date(now).toISOString()}`);
      }
  });

  it("agrees with the oracle about what is quiet, and when that ends", () => {
    fc.assert(
      fc.property(nowAndZone, quietHours, ({ zone, now }, quiet) => {
        expect(isQuiet(now, zone, quiet)).toBe(quietAt(now, zone, quiet));
        if (quiet) expect(nextQuietEnd(now, zone, quiet)).toBe(quietEndAfter(now, zone, quiet));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("many moments of one window", () => {
  const cases = [
    { name: "by day", zone: "Europe/Berlin", now: Date.UTC(2026, 10, 19, 9, 18), minutes: 240 },
    { name: "cut short by the night", zone: "Europe/Berlin", now: Date.UTC(2026, 10, 19, 16), minutes: 120 },
    { name: "slid behind the night", zone: "Asia/Tokyo", now: Date.UTC(2026, 10, 19, 10, 31), minutes: 240 },
    {
      name: "through an hour that comes twice",
      zone: "Europe/Berlin",
      now: Date.UTC(2026, 9, 24, 20),
      minutes: 240,
      all: true,
    },
    {
      name: "over an hour that never comes",
      zone: "Europe/Berlin",
      now: Date.UTC(2026, 2, 28, 20),
      minutes: 240,
      all: true,
    },
  ];
  it.each(cases)("are spread evenly $name", ({ zone, now, minutes: expected, all }) => {
    const random = seeded(20_261_119);
    const draws = 12_000;
    const counts = new Map<number, number>();
    for (let n = 0; n < draws; n += 1) {
      const quiet = all ? null : { from: 23, to: 7 };
      const window = { fromMs: hours(4), toMs: hours(8) };
      const { at } = drawMoment({ now, timeZone: zone, window, quietHours: quiet, random });
      const minute = Math.floor(at / minutes(1));
      counts.set(minute, (counts.get(minute) ?? 0) + 1);
    }
    const fair = draws / expected;
    expect(counts.size).toBe(expected);
    expect(Math.max(...counts.values())).toBeLessThan(Math.max(draws / 100, fair * 1.6));
    // Chi-square has mean `expected` − 1 and variance twice that; six sigma is far beyond chance.
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - fair) ** 2 / fair, 0);
    expect(chi).toBeLessThan(expected + 6 * Math.sqrt(2 * expected));
  });

  it("hold no minute above one in a hundred over days of asking", () => {
    const random = seeded(7);
    const counts = new Map<number, number>();
    const asked = 20_000;
    for (let n = 0; n < asked; n += 1) {
      const now = Date.UTC(2026, 10, 19) + Math.floor(random() * days(1));
      const window = { fromMs: hours(4), toMs: hours(8) };
      const { at } = drawMoment({ now, timeZone: "UTC", window, quietHours: { from: 23, to: 7 }, random });
      const minute = Math.floor((at % days(1)) / minutes(1));
      counts.set(minute, (counts.get(minute) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBeLessThan(asked / 100);
  });
});
