// The moment that leans: each two hours get their share, by a judge that counts minutes on the wall clock; and off is as ever.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { days, hours } from "~/ground/time/duration";
import { densitiesOf } from "~/features/moments/leaning";
import { allowedSpans, drawMoment, type QuietHours } from "~/features/moments/moment";
import { allTransitions, allZones } from "~tests/support/zones";
import { hourAt, nextMinute, placed, quietAt, seeded } from "../publishing/oracle";

const draws = process.env.LINNET_NIGHT ? 200_000 : 20_000;
const night: QuietHours = { from: 23, to: 7 };

/** Of neighbours no two are alike, also at night. */
const weights = [0.6, 1.6, 1, 0.5, 0.62, 0.9, 1.7, 1, 0.8, 2, 1.4, 1];

const equal = weights.map(() => 1);

interface Case {
  name: string;
  zone: string;
  now: number;
  window?: { fromMs: number; toMs: number };
  quiet: QuietHours | null;
}

const usual = { fromMs: hours(4), toMs: hours(8) };

/** Where the rule places the window: from the first of these instants up to the other. */
function windowOf({ zone, now, window = usual, quiet }: Case): { from: number; to: number } {
  const width = window.toMs - window.fromMs;
  const from = placed(now + window.fromMs, width, zone, quiet);
  return { from, to: from + width };
}

/** What each slot's share ought to be: its minutes on the wall clock, times its density, in the window where the rule places it. */
function expectedShares(one: Case, weights: readonly number[]): number[] {
  const { zone, quiet } = one;
  const { from, to } = windowOf(one);
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / 12;
  const mass = weights.map(() => 0);
  for (let at = from; at < to; at = nextMinute(at)) {
    if (quietAt(at, zone, quiet)) continue;
    const slot = Math.floor(hourAt(at, zone) / 2);
    const length = Math.min(nextMinute(at), to) - at;
    mass[slot] = (mass[slot] ?? 0) + length * (0.5 + (0.5 * (weights[slot] ?? 0)) / mean);
  }
  const whole = mass.reduce((sum, one) => sum + one, 0);
  return mass.map((one) => one / whole);
}

describe("many moments of one window that leans", () => {
  const berlin = "Europe/Berlin";
  const cases: Case[] = [
    { name: "by day", zone: berlin, now: Date.UTC(2026, 10, 19, 9, 10), quiet: night },
    { name: "cut short by the night", zone: berlin, now: Date.UTC(2026, 10, 19, 16), quiet: night },
    { name: "slid behind the night", zone: "Asia/Tokyo", now: Date.UTC(2026, 10, 19, 10, 31), quiet: night },
    { name: "through an hour that comes twice", zone: berlin, now: Date.UTC(2026, 9, 24, 20), quiet: null },
    { name: "over an hour that never comes", zone: berlin, now: Date.UTC(2026, 2, 28, 20), quiet: null },
    { name: "where offsets are no whole hours", zone: "Asia/Kathmandu", now: Date.UTC(2026, 10, 19, 2), quiet: night },
    {
      name: "around a noon that is quiet",
      zone: "America/New_York",
      now: Date.UTC(2026, 10, 19, 12),
      window: { fromMs: hours(1), toMs: hours(14) },
      quiet: { from: 12, to: 14 },
    },
    {
      name: "of three days",
      zone: "Australia/Lord_Howe",
      now: Date.UTC(2026, 9, 2, 5),
      window: { fromMs: hours(1), toMs: days(3) },
      quiet: night,
    },
  ];

  it.each(cases)("are in each two hours as often as their weights say $name", (one) => {
    const random = seeded(20_261_124);
    const counts = weights.map(() => 0);
    const { zone: timeZone, now, window = usual, quiet: quietHours } = one;
    const { from, to } = windowOf(one);
    let broken = 0;
    for (let n = 0; n < draws; n += 1) {
      const { at } = drawMoment({ now, timeZone, window, quietHours, weights, random });
      broken += quietAt(at, timeZone, quietHours) || !(at >= from && at < to) ? 1 : 0;
      const slot = Math.floor(hourAt(at, timeZone) / 2);
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
    const expected = expectedShares(one, weights);
    const far = Math.max(...expected.map((share, slot) => Math.abs((counts[slot] ?? 0) / draws - share)));
    console.log(
      `${draws} moments ${one.name}: no two hours are further from their share than ${(100 * far).toFixed(2)} %`,
    );
    expect(broken, "moments in quiet hours, or outside their window").toBe(0);
    expect(far).toBeLessThan(0.01);
    // Were all hours alike, the shares would be others by more than this judge lets pass.
    const flat = expectedShares(one, equal);
    expect(Math.max(...expected.map((share, slot) => Math.abs(share - (flat[slot] ?? 0))))).toBeGreaterThan(0.02);
  });

  it("are spread evenly within two hours, and go through the window as the random number does", () => {
    const ask = { now: Date.UTC(2026, 10, 19, 9, 10), timeZone: berlin, window: usual, quietHours: night, weights };
    const at = Array.from({ length: 4_000 }, (_, n) => drawMoment({ ...ask, random: () => (n + 0.5) / 4_000 }).at);
    expect(at.toSorted((one, other) => one - other)).toEqual(at);
    const inEvening = at.filter((moment) => hourAt(moment, berlin) === 16 || hourAt(moment, berlin) === 17);
    const steps = inEvening.slice(1).map((moment, n) => moment - (inEvening[n] ?? 0));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
    const ends = [0, 1 - Number.EPSILON, 1].map((share) => drawMoment({ ...ask, random: () => share }).at - ask.now);
    expect(ends).toEqual([hours(4), hours(8) - 1, hours(8) - 1]);
  });
});

const weight = fc.oneof(fc.constantFrom(0.5, 2), fc.double({ min: 0.5, max: 2, noNaN: true }));

it("no two hours are more than 2.5 times as likely as others, and a day has as much likelihood as without", () => {
  fc.assert(
    fc.property(fc.array(weight, { minLength: 12, maxLength: 12 }), (list) => {
      const densities = densitiesOf(list);
      expect(Math.max(...densities) / Math.min(...densities)).toBeLessThan(2.5);
      expect(Math.min(...densities)).toBeGreaterThan(0.5);
      expect(densities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(12, 9);
    }),
    { numRuns: 2_000 },
  );
});

it("with no weights, and with equal ones, the same random number is the same moment as before there were any", () => {
  // What the rule was: the instant that lies so far through the spans, were they laid end to end.
  const before = (from: number, to: number, zone: string, quiet: QuietHours | null, share: number): number | null => {
    const spans = allowedSpans({ from, to }, zone, quiet);
    const whole = spans.reduce((sum, span) => sum + span.to - span.from, 0);
    let left = Math.min(Math.floor(share * whole), whole - 1);
    for (const span of spans) {
      if (left < span.to - span.from) return span.from + left;
      left -= span.to - span.from;
    }
    return null;
  };
  const transitions = allTransitions();
  const place = fc.oneof(
    fc.record({ zone: fc.constantFrom(...allZones), now: fc.integer({ min: 1.73e12, max: 1.8e12 }) }),
    fc
      .record({ change: fc.constantFrom(...transitions), ahead: fc.integer({ min: -hours(8), max: hours(30) }) })
      .map(({ change, ahead }) => ({ zone: change.zone, now: change.at - ahead })),
  );
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const quietHours = fc.constantFrom(null, night, { from: 12, to: 14 });
  fc.assert(
    fc.property(place, quietHours, share, weight, ({ zone, now }, quiet, share, every) => {
      const ask = { now, timeZone: zone, window: usual, quietHours: quiet, random: () => share };
      const off = drawMoment(ask);
      expect(drawMoment({ ...ask, weights: null })).toEqual(off);
      expect(drawMoment({ ...ask, weights: equal.map(() => every) })).toEqual(off);
      if (!off.slid) expect(off.at).toBe(before(now + usual.fromMs, now + usual.toMs, zone, quiet, share));
    }),
    { numRuns: process.env.LINNET_NIGHT ? 20_000 : 1_000 },
  );
});
