// Random times of one account keep apart while there is room: sittings of several tweets, and a judge that counts minutes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { drawMoment, type MomentInput } from "~/features/moments/moment";
import { freeSpans, spacingSteps } from "~/features/moments/spacing";
import { allZones, years } from "~tests/support/zones";
import { hourAt, placed, quietAt, seeded } from "../publishing/oracle";

const sittings = process.env.LINNET_NIGHT ? 100_000 : 10_000;
const night = { from: 23, to: 7 };
const usual = { fromMs: hours(4), toMs: hours(8) };
const hour = minutes(60);

/** Draws `count` times one after the other, as somebody does who adds them to the timeline. */
function sit(count: number, ask: Omit<MomentInput, "posts">): { at: number; slid: boolean }[] {
  const drawn: { at: number; slid: boolean }[] = [];
  for (let n = 0; n < count; n += 1) drawn.push(drawMoment({ ...ask, posts: drawn.map(({ at }) => at) }));
  return drawn;
}

function gapsOf(times: readonly number[]): number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.slice(1).map((at, n) => at - (sorted[n] ?? 0));
}

/** By how many tweets a sitting has: the closest pair of each, and which share of neighbors is under 5 minutes apart. */
function play(spacingMs: number) {
  const random = seeded(20_261_128);
  const seen = new Map<number, { closest: number[]; gaps: number; under: number }>();
  let broken = 0;
  for (let n = 0; n < sittings; n += 1) {
    const count = 2 + (n % 11);
    // From 03:00 to 15:00 the window is by day.
    const now = Date.UTC(2026, 10, 19, 3) + Math.floor(random() * hours(12));
    const drawn = sit(count, { now, timeZone: "UTC", window: usual, quietHours: night, spacingMs, random });
    const gaps = gapsOf(drawn.map(({ at }) => at));
    for (const { at, slid } of drawn)
      broken += slid || at < now + usual.fromMs || at >= now + usual.toMs || quietAt(at, "UTC", night) ? 1 : 0;
    const of = seen.get(count) ?? { closest: [], gaps: 0, under: 0 };
    of.closest.push(Math.min(...gaps));
    of.gaps += gaps.length;
    of.under += gaps.filter((gap) => gap < minutes(5)).length;
    seen.set(count, of);
  }
  const rows = [...seen].map(([count, { closest, gaps, under }]) => {
    const percentile = closest.toSorted((a, b) => a - b)[Math.floor(closest.length / 100)] ?? 0;
    return { count, percentile: Math.floor(percentile / minutes(1)), under: under / gaps };
  });
  return { broken, rows: rows.sort((a, b) => a.count - b.count) };
}

const table = ({ rows }: ReturnType<typeof play>): string =>
  rows.map(({ count, percentile, under }) => `${count}: ${percentile} min, ${(100 * under).toFixed(1)} %`).join("; ");

describe(`${sittings} sittings of 2 to 12 tweets`, () => {
  it("keep 60, 30, 15 or 8 minutes as the window has room, and stay in it and out of the quiet hours", () => {
    const played = play(hour);
    console.log(`closest pair (1st percentile), neighbors under 5 minutes: ${table(played)}`);
    expect(played.broken, "times outside 4 to 8 hours, or in quiet hours").toBe(0);
    const kept = new Map(played.rows.map(({ count, percentile }) => [count, percentile]));
    const least = [2, 3, 5, 8, 12].map((count) => kept.get(count) ?? 0);
    expect(least.map((found, n) => found >= ([60, 60, 30, 15, 8][n] ?? 0))).toEqual([true, true, true, true, true]);
    expect(played.rows.map(({ under }) => under)).toEqual(played.rows.map(() => 0));
  });

  it("of five keep 15 minutes where the night leaves two and a half hours", () => {
    const random = seeded(1_630);
    const now = Date.UTC(2026, 10, 19, 16, 30);
    const closest = Array.from({ length: sittings / 10 }, () => {
      const ask = { now, timeZone: "UTC", window: usual, quietHours: night, spacingMs: hour, random };
      const drawn = sit(5, ask);
      expect(drawn.every(({ at, slid }) => !slid && at < Date.UTC(2026, 10, 19, 23))).toBe(true);
      return Math.min(...gapsOf(drawn.map(({ at }) => at)));
    });
    expect(closest.toSorted((a, b) => a - b)[Math.floor(closest.length / 100)]).toBeGreaterThanOrEqual(minutes(15));
  });

  it("bunch without the spacing, as chance says they must: the control", () => {
    const played = play(0);
    console.log(`without: ${table(played)}`);
    expect(played.broken).toBe(0);
    for (const { count, under, percentile } of played.rows) {
      // One of the n + 1 parts into which n even times divide 240 minutes is under 5 with this probability.
      const expected = 1 - (1 - 5 / 240) ** count;
      expect(Math.abs(under - expected), `${count} tweets`).toBeLessThan(0.02);
      expect(percentile).toBeLessThan(5);
    }
  });
});

describe("a time beside others", () => {
  const minute = minutes(1);
  const asks = fc.record({
    zone: fc.constantFrom("UTC", "Asia/Kathmandu", "America/New_York", ...allZones),
    minute: fc.integer({ min: Math.ceil(years.from / minute), max: Math.floor(years.to / minute) }),
    window: fc.constantFrom(usual, { fromMs: hours(1), toMs: hours(2) }, { fromMs: hours(4), toMs: hours(52) }),
    quiet: fc.constantFrom(null, night, { from: 12, to: 14 }),
    away: fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 40 }),
    spacing: fc.constantFrom(0, 1, 7, 30, 60, 90, 240),
    weights: fc.constantFrom(null, [0.5, 1, 2, 1, 0.5, 1, 2, 1, 0.5, 1, 2, 1]),
    share: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });

  it("keeps the largest of the halves that leaves 5 minutes free, in the window where it would be without them", () => {
    fc.assert(
      fc.property(asks, ({ zone, minute: at, window, quiet, away, spacing, weights, share }) => {
        const now = at * minute;
        const width = window.toMs - window.fromMs;
        const start = placed(now + window.fromMs, width, zone, quiet);
        const posts = away.map((far) => start - hours(4) + far * minute);
        const rules = { now, timeZone: zone, window, quietHours: quiet, weights, random: () => share };
        const drawn = drawMoment({ ...rules, posts, spacingMs: minutes(spacing) });
        const free = (kept: number) => {
          let count = 0;
          for (let from = start; from < start + width; from += minute) {
            const far = (post: number) => from >= post + kept * minute || from + minute <= post - kept * minute;
            if (!quietAt(from, zone, quiet) && posts.every(far)) count += 1;
          }
          return count;
        };
        const kept = stepsOf(spacing).find((step) => free(step) >= 5) ?? 0;
        const broken = [
          quietAt(drawn.at, zone, quiet) && "quiet",
          (drawn.at < start || drawn.at >= start + width) && "outside the window",
          drawn.slid !== (start !== now + window.fromMs) && "moved by the others, or not by the night",
          posts.some((post) => Math.abs(post - drawn.at) < kept * minute) && `nearer than ${kept} minutes`,
        ].filter(Boolean);
        if (broken.length > 0) throw new Error(`${broken.join(", ")}: ${new Date(drawn.at).toISOString()}`);
      }),
      { numRuns: process.env.LINNET_NIGHT ? 20_000 : 500 },
    );
  });

  /** The halves in the plan's own words, for whole minutes. */
  function stepsOf(spacing: number): number[] {
    if (spacing === 0) return [];
    return spacing === 1 ? [1] : [spacing, ...stepsOf(Math.round(spacing / 2))];
  }

  it("halves 60 minutes to 30, 15, 8, 4, 2 and 1", () => {
    expect(spacingSteps(hour).map((step) => step / minute)).toEqual([60, 30, 15, 8, 4, 2, 1]);
    expect(spacingSteps(0)).toEqual([]);
  });

  it("is the same as ever with a spacing of 0, and where no other is near", () => {
    const ask = { now: Date.UTC(2026, 10, 19, 9, 18), timeZone: "UTC", window: usual, quietHours: night };
    const before = drawMoment({ ...ask, random: () => 0.3 });
    const crowded = [-1, 0, 1].map((far) => before.at + minutes(far));
    expect(drawMoment({ ...ask, random: () => 0.3, posts: crowded, spacingMs: 0 })).toEqual(before);
    const far = [ask.now + hours(3), ask.now + hours(9), ask.now + days(1)];
    expect(drawMoment({ ...ask, random: () => 0.3, posts: far, spacingMs: hour })).toEqual(before);
    expect(drawMoment({ ...ask, random: () => 0.3, posts: crowded, spacingMs: hour }).at).not.toBe(before.at);
  });

  it("may be anywhere in a window that has no room, even of a millisecond", () => {
    const now = Date.UTC(2026, 10, 19, 9);
    const ask = { now, timeZone: "UTC", quietHours: null, spacingMs: hour, random: () => 0.5 };
    expect(drawMoment({ ...ask, window: { fromMs: 0, toMs: 1 }, posts: [now] }).at).toBe(now);
    const full = Array.from({ length: 300 }, (_, n) => now + hours(4) + minutes(n));
    const { at, reason } = drawMoment({ ...ask, window: usual, posts: full });
    expect(at).toBe(now + hours(6));
    expect(reason).toBe("Picked at random between 13:00 and 17:00 UTC.");
  });

  it("says how far it keeps from them", () => {
    const now = Date.UTC(2026, 10, 19, 9, 18);
    const ask = { now, timeZone: "UTC", window: usual, quietHours: night, spacingMs: hour, random: () => 0.5 };
    const told = (posts: number[]) => drawMoment({ ...ask, posts }).reason;
    const between = "Picked at random between 13:18 and 17:18 UTC";
    expect(told([now + hours(6)])).toBe(`${between}, at least 60 minutes from other tweets.`);
    expect(told([5, 6, 7].map((far) => now + hours(far)))).toBe(`${between}, at least 30 minutes from other tweets.`);
  });
});

describe("many times beside others", () => {
  const now = Date.UTC(2026, 10, 19, 9);
  const at = (clock: number) => Date.UTC(2026, 10, 19, 13) + minutes(clock);
  const cases = [
    { name: "with one in the middle", posts: [at(120)], kept: 60 },
    { name: "with one just before the window and one in it", posts: [at(-20), at(150)], kept: 60 },
    { name: "with three that leave room for 30 minutes", posts: [at(60), at(120), at(180)], kept: 30 },
    {
      name: "with many, out of order, and twice",
      posts: [200, 20, 60, 100, 140, 180, 20, 220].map(at),
      kept: 15,
    },
  ];

  it.each(cases)("are spread evenly over what is allowed $name", ({ posts, kept }) => {
    const random = seeded(20_261_119);
    const allowed = new Set<number>();
    for (let minute = 0; minute < 240; minute += 1)
      if (posts.every((post) => at(minute) >= post + minutes(kept) || at(minute + 1) <= post - minutes(kept)))
        allowed.add(minute);
    const draws = 50 * allowed.size;
    const counts = new Map<number, number>();
    for (let n = 0; n < draws; n += 1) {
      const ask = { now, timeZone: "UTC", window: usual, quietHours: night, posts, spacingMs: hour, random };
      const minute = Math.floor((drawMoment(ask).at - at(0)) / minutes(1));
      counts.set(minute, (counts.get(minute) ?? 0) + 1);
    }
    const fair = draws / allowed.size;
    expect([...counts.keys()].filter((minute) => !allowed.has(minute))).toEqual([]);
    const chi = [...allowed].reduce((sum, minute) => sum + ((counts.get(minute) ?? 0) - fair) ** 2 / fair, 0);
    // As in moment.property.test.ts: six sigma.
    expect(chi).toBeLessThan(allowed.size + 6 * Math.sqrt(2 * allowed.size));
  });

  it("lean as their weights say within what is allowed", () => {
    const weights = [1, 1, 1, 1, 1, 1, 1, 0.5, 2, 1, 1, 1];
    const random = seeded(7);
    const posts = [at(30)];
    const draws = 20_000;
    let late = 0;
    for (let n = 0; n < draws; n += 1) {
      const ask = { now, timeZone: "UTC", window: usual, quietHours: night, posts, weights, spacingMs: hour, random };
      const drawn = drawMoment(ask);
      expect(Math.abs(drawn.at - (posts[0] ?? 0)) >= hour).toBe(true);
      late += hourAt(drawn.at, "UTC") >= 16 ? 1 : 0;
    }
    // 14:30 to 16:00 by the low weight, 16:00 to 17:00 by the high one.
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / 12;
    const [low, high] = [90 * (0.5 + 0.25 / mean), 60 * (0.5 + 1 / mean)];
    expect(Math.abs(late / draws - high / (low + high))).toBeLessThan(0.01);
    expect(Math.abs(late / draws - 60 / 150), "unlike an even draw").toBeGreaterThan(0.05);
  });
});

it("free spans are what is far enough from every post, to the millisecond", () => {
  const times = fc.array(fc.integer({ min: -20, max: 80 }), { maxLength: 6 });
  const spansOf = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 6 })
    .map((ends) => ends.toSorted((a, b) => a - b))
    .map((ends) =>
      ends.flatMap((from, n) => (n % 2 === 0 && ends[n + 1] !== undefined ? [{ from, to: ends[n + 1] ?? 0 }] : [])),
    );
  fc.assert(
    fc.property(spansOf, times, fc.integer({ min: 1, max: 15 }), (spans, posts, gap) => {
      const listed = freeSpans(spans, posts, gap).flatMap(({ from, to }) =>
        Array.from({ length: to - from }, (_, n) => from + n),
      );
      const expected = spans
        .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n))
        .filter((time) => posts.every((post) => Math.abs(post - time) >= gap));
      expect(listed).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});
