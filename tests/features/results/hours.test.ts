// What an account's hours say by example and by property, and the weekday and slot of a moment against the clock on the wall.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { wallClock } from "~/ground/time/zone";
import { type Cell, hoursOf, placesOf, type Seen, weightsOf } from "~/features/results/hours";
import { allTransitions, allZones, years } from "~tests/support/zones";

/** Monday, UTC. */
const monday = Date.UTC(2026, 7, 24);
const at = (day: number, hour: number): number => monday + days(day) + hours(hour);
/** Every day for `count` days, seen as often as `viewsAt` says. */
const daily = (count: number, viewsAt: (hour: number, day: number) => number): Seen[] =>
  Array.from({ length: count }, (_, day) =>
    [8, 12, 18].map((hour) => ({ publishedAt: at(day, hour), views: viewsAt(hour, day) })),
  ).flat();
/** As uneven as views are, and on average the same at all hours. */
const uneven = (day: number): number => [40, 90, 100, 110, 260][day % 5] ?? 0;

describe("an account's hours", () => {
  it("name the slot that was seen more, and shrink how much more it was", () => {
    const found = hoursOf(
      daily(30, (hour, day) => uneven(day) * (hour === 18 ? 3 : 1)),
      "UTC",
    );
    expect(found.slots.flatMap(({ named }, slot) => (named ? [slot] : []))).toEqual([9]);
    const [evening, morning] = [found.slots[9], found.slots[4]] as [Cell, Cell];
    expect(evening.n).toBe(30);
    // The logarithm of three less the mean of all, of which some is taken back.
    expect(evening.estimate).toBeGreaterThan(0.55);
    expect(evening.estimate).toBeLessThan((Math.log(3) * 2) / 3);
    expect(morning.estimate).toBeLessThan(0);
    expect(found.slots[0]).toEqual({ n: 0, estimate: 0, named: false });
    expect(found.weekdays.some(({ named }) => named)).toBe(false);
  });

  it("say nothing where no hour is seen more", () => {
    const found = hoursOf(
      daily(30, (_, day) => uneven(day)),
      "UTC",
    );
    expect(found.enough).toBe(true);
    expect(found.slots.every(({ estimate, named }) => estimate === 0 && !named)).toBe(true);
    expect(weightsOf(found)).toBeNull();
  });

  it("conclude nothing below 60 posts, and count them all the same", () => {
    const better = (count: number) =>
      hoursOf(
        daily(count, (hour) => (hour === 18 ? 400 : 100)),
        "UTC",
      );
    const few = better(19);
    expect(few).toMatchObject({ n: 57, enough: false });
    expect([...few.slots, ...few.weekdays].every(({ estimate, named }) => estimate === 0 && !named)).toBe(true);
    expect(few.slots[9]?.n).toBe(19);
    expect(weightsOf(few)).toBeNull();
    expect(weightsOf(better(20))).not.toBeNull();
  });

  it("name no slot of fewer than eight posts, however much those were seen, and weigh none of fewer than five", () => {
    const rare = (count: number) => [
      ...daily(20, (_, day) => uneven(day)),
      ...Array.from({ length: count }, (_, day) => ({ publishedAt: at(day, 22), views: 50_000 })),
    ];
    expect(hoursOf(rare(7), "UTC").slots[11]).toMatchObject({ n: 7, named: false });
    expect(hoursOf(rare(8), "UTC").slots[11]).toMatchObject({ n: 8, named: true });
    const both = hoursOf([...rare(8), ...[1, 2, 3, 4].map((day) => ({ publishedAt: at(day, 20), views: 1 }))], "UTC");
    const weights = weightsOf(both);
    expect(weights?.[11]).toBe(2);
    expect(both.slots[10]?.estimate).toBeLessThan(0);
    expect(weights?.[10]).toBe(1);
  });

  it("count weekdays by slots, on the clock of the person's place", () => {
    const night = { publishedAt: Date.UTC(2026, 7, 24, 22, 30), views: 5 };
    const found = (zone: string) =>
      hoursOf([night], zone).counts.flatMap((row, day) => row.flatMap((n, slot) => (n > 0 ? [[day, slot, n]] : [])));
    expect(found("UTC")).toEqual([[0, 11, 1]]);
    expect(found("Europe/Berlin")).toEqual([[1, 0, 1]]);
    expect(found("America/Los_Angeles")).toEqual([[0, 7, 1]]);
    expect(hoursOf([], "UTC")).toMatchObject({ n: 0, enough: false });
  });
});

const seen = fc.record({
  views: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 2 ** 31 })),
  publishedAt: fc.integer({ min: monday, max: monday + days(90) }),
});

it("whatever was seen, every estimate is a number, every post is counted once, and weights keep their bounds", () => {
  fc.assert(
    fc.property(
      fc.array(seen, { maxLength: 150 }),
      fc.constantFrom("UTC", "Asia/Kolkata", "America/St_Johns"),
      (all, zone) => {
        const { n, slots, weekdays, counts, enough } = hoursOf(all, zone);
        expect(n).toBe(all.length);
        expect(slots.reduce((sum, cell) => sum + cell.n, 0)).toBe(n);
        expect(weekdays.map((cell) => cell.n)).toEqual(counts.map((row) => row.reduce((sum, one) => sum + one, 0)));
        expect(slots.map((cell) => cell.n)).toEqual(
          slots.map((_, slot) => counts.reduce((sum, row) => sum + (row[slot] ?? 0), 0)),
        );
        for (const cell of [...slots, ...weekdays]) {
          expect(Number.isFinite(cell.estimate)).toBe(true);
          if (cell.named) expect(enough && cell.n >= 8 && cell.estimate > 0).toBe(true);
        }
        for (const weight of weightsOf({ enough, slots }) ?? []) {
          expect(weight).toBeGreaterThanOrEqual(0.5);
          expect(weight).toBeLessThanOrEqual(2);
        }
      },
    ),
    { numRuns: process.env.LINNET_NIGHT ? 10_000 : 1_000 },
  );
});

describe("the weekday and slot of a moment", () => {
  const wallPlace = (moment: number, zone: string) => {
    const { weekday, hour } = wallClock(moment, zone);
    return { weekday: weekday - 1, slot: Math.floor(hour / 2) };
  };

  it("are the wall clock's about each change of every clock", () => {
    for (const { zone, at: change } of allTransitions()) {
      const moments = [-hours(25), -hours(3), -minutes(1), -1, 0, 1, minutes(59), hours(2), hours(25)].map(
        (away) => change + away,
      );
      expect(placesOf(moments, zone)).toEqual(moments.map((moment) => wallPlace(moment, zone)));
    }
  });

  it("are the wall clock's at any moment anywhere", () => {
    const moment = fc.integer({ min: years.from, max: years.to });
    fc.assert(
      fc.property(fc.constantFrom(...allZones), fc.array(moment, { maxLength: 20 }), (zone, moments) => {
        expect(placesOf(moments, zone)).toEqual(moments.map((one) => wallPlace(one, zone)));
      }),
      { numRuns: 500 },
    );
  });
});
