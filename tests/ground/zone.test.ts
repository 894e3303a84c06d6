// Wall clocks, offsets and days in every zone, against a second reading of Intl and against zones known to be odd.
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cityTime, timeInCity } from "~/ground/time/city-time";
import { days, hours, minutes } from "~/ground/time/duration";
import {
  clockTime,
  dayLabel,
  isTimeZone,
  localDate,
  offsetAt,
  startOfLocalDay,
  stretches,
  wallClock,
  zoneCity,
} from "~/ground/time/zone";
import { allTransitions, allZones, years } from "~tests/support/zones";

afterEach(() => vi.unstubAllGlobals());

const anyZone = fc.constantFrom(...allZones);
const anyInstant = fc.integer({ min: years.from, max: years.to });

describe("a zone's name", () => {
  it("is known for all that Intl lists, for UTC and for links", () => {
    for (const zone of [...allZones, "Asia/Kolkata", "Etc/UTC", "US/Eastern"])
      expect(isTimeZone(zone), zone).toBe(true);
  });

  it("is refused where Intl would throw, or take its own zone instead", () => {
    for (const name of ["", " ", "Mars/Olympus", "Europe/Berlin ", "UTC+1", "x".repeat(10_000), null, undefined, 7])
      expect(isTimeZone(name)).toBe(false);
  });

  it("becomes its city", () => {
    expect(zoneCity("Europe/Berlin")).toBe("Berlin");
    expect(zoneCity("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
    expect(zoneCity("UTC")).toBe("UTC");
    expect(zoneCity("Etc/UTC")).toBe("UTC");
  });

  it("of the Etc/GMT kind is told with the sign people use", () => {
    expect(zoneCity("Etc/GMT+5")).toBe("UTC−5");
    expect(offsetAt(years.from, "Etc/GMT+5")).toBe(-hours(5));
  });

  it("names a time by its city, and says UTC and its offsets alone", () => {
    expect(["Berlin", "UTC", "UTC−5", "GMT"].map(cityTime)).toEqual(["Berlin time", "UTC", "UTC−5", "GMT"]);
    expect(timeInCity("10:26", "Berlin")).toBe("10:26, Berlin time");
    expect(timeInCity("10:26", "UTC")).toBe("10:26 UTC");
  });
});

describe("the wall clock", () => {
  it("agrees with the parts that Intl gives, in every zone", () => {
    const read = (instant: number, timeZone: string) => {
      const options = { timeZone, dateStyle: "full", timeStyle: "medium" } as const;
      const parts = new Intl.DateTimeFormat("en-GB", options).formatToParts(instant);
      const part = (type: string) => parts.find((one) => one.type === type)?.value;
      const [weekday, day, month, year] = ["weekday", "day", "month", "year"].map(part);
      return `${weekday?.slice(0, 3)} ${day} ${month?.slice(0, 3)} ${year} ${part("hour")}:${part("minute")}:${part("second")}`;
    };
    const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const say = (instant: number, zone: string) => {
      const wall = wallClock(instant, zone);
      const time = [wall.hour, wall.minute, wall.second].map((n) => String(n).padStart(2, "0")).join(":");
      return `${names[wall.weekday - 1]} ${wall.day} ${months[wall.month - 1]} ${wall.year} ${time}`;
    };
    const sinceTelegraphs = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(anyZone, sinceTelegraphs, (zone, at) => {
        expect(say(at, zone)).toBe(read(at, zone));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is UTC plus the offset, milliseconds and years before 1970 included", () => {
    expect(offsetAt(Date.UTC(2026, 6, 1) + 1, "Europe/Berlin")).toBe(hours(2));
    expect(offsetAt(Date.UTC(2026, 0, 1) - 1, "Asia/Kathmandu")).toBe(hours(5) + minutes(45));
    expect(offsetAt(-1, "Africa/Monrovia")).toBe(-(minutes(44) + 30_000));
  });
});

describe("stretches of constant offset", () => {
  it("join without a gap, differ from their neighbours to the millisecond, and hold inside", () => {
    const inside = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    const width = fc.integer({ min: 1, max: days(1) });
    const near = fc
      .constantFrom(...allTransitions())
      .chain(({ zone, at }) =>
        fc.record({ zone: fc.constant(zone), from: fc.integer({ min: at - days(1), max: at + hours(1) }) }),
      );
    fc.assert(
      fc.property(near, width, inside, ({ zone, from }, wide, share) => {
        const cut = stretches(from, from + wide, zone);
        expect(cut[0]?.from).toBe(from);
        expect(cut.at(-1)?.to).toBe(from + wide);
        for (const [index, one] of cut.entries()) {
          expect(offsetAt(one.from + Math.floor(share * (one.to - one.from)), zone)).toBe(one.offset);
          expect(offsetAt(one.to - 1, zone)).toBe(one.offset);
          const next = cut[index + 1];
          if (next) expect(next.from).toBe(one.to);
          if (next) expect(next.offset).not.toBe(one.offset);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("are none where there is no time", () => {
    expect(stretches(5, 5, "Europe/Berlin")).toEqual([]);
    expect(stretches(6, 5, "Europe/Berlin")).toEqual([]);
  });

  it("see two changes a quarter of an hour apart, wherever the probes happen to fall", () => {
    const change = Date.UTC(2026, 4, 1, 12);
    vi.stubGlobal("Intl", { DateTimeFormat: jumpingFor(change, minutes(15)) });
    for (const lead of [1, 2, minutes(7), minutes(15) - 1, minutes(15), minutes(15) + 1, hours(3) + 17])
      expect(stretches(change - lead, change + hours(1), "Test/Jumping")).toEqual([
        { from: change - lead, to: change, offset: 0 },
        { from: change, to: change + minutes(15), offset: hours(1) },
        { from: change + minutes(15), to: change + hours(1), offset: 0 },
      ]);
  });
});

/** A formatter whose clock runs an hour ahead for a while. */
const jumpingFor = (change: number, length: number) =>
  class {
    format(instant: number): string {
      const ahead = instant >= change && instant < change + length ? hours(1) : 0;
      const [date = "", time = ""] = new Date(instant + ahead).toISOString().split(/[T.]/);
      const [year, month, day] = date.split("-");
      return `${month}/${day}/${year}, ${time}`;
    }
  };

describe("the start of a local day", () => {
  it("is the first instant of its date around every change of every clock", () => {
    for (const { zone, at } of allTransitions())
      for (const date of new Set([localDate(at - 1, zone), localDate(at, zone)])) {
        const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
        const start = startOfLocalDay(year, month, day, zone);
        expect(localDate(start, zone), `${zone} ${date}`).toBe(date);
        expect(localDate(start - 1, zone) < date, `${zone} ${date}`).toBe(true);
      }
  });

  it("is one o'clock where the clock jumps over midnight", () => {
    const start = startOfLocalDay(2026, 9, 6, "America/Santiago");
    expect(clockTime(start, "America/Santiago")).toBe("01:00");
    expect(clockTime(start - 1, "America/Santiago")).toBe("23:59");
  });

  it("is the earlier midnight where there are two", () => {
    const start = startOfLocalDay(2026, 11, 1, "America/Havana");
    expect([start, start + hours(1)].map((at) => clockTime(at, "America/Havana"))).toEqual(["00:00", "00:00"]);
    expect(localDate(start - 1, "America/Havana")).toBe("2026-10-31");
  });

  it("of a date that the zone skipped is the start of the next", () => {
    const skipped = startOfLocalDay(2011, 12, 30, "Pacific/Apia");
    expect(skipped).toBe(startOfLocalDay(2011, 12, 31, "Pacific/Apia"));
  });

  it("takes a day beyond the month's end for one of the next", () => {
    expect(startOfLocalDay(2026, 11, 31, "Asia/Tokyo")).toBe(startOfLocalDay(2026, 12, 1, "Asia/Tokyo"));
  });
});

describe("what people read", () => {
  const evening = Date.UTC(2026, 10, 19, 19, 42);

  it("is a 24-hour clock", () => {
    expect(clockTime(evening, "Europe/Berlin")).toBe("20:42");
    expect(clockTime(Date.UTC(2026, 10, 19), "UTC")).toBe("00:00");
  });

  it("names the days nearby, by the calendar and not by 24 hours", () => {
    const justBefore = Date.UTC(2026, 10, 18, 22, 59);
    expect(dayLabel(evening, "Europe/Berlin", justBefore)).toBe("Tomorrow");
    expect(dayLabel(evening, "Europe/Berlin", justBefore + minutes(1))).toBe("Today");
    expect(dayLabel(justBefore, "Europe/Berlin", evening)).toBe("Yesterday");
  });

  it("gives a date further off, with the year where it is another", () => {
    expect(dayLabel(evening, "Europe/Berlin", evening + days(5))).toBe("Thu, Nov 19");
    expect(dayLabel(evening, "Europe/Berlin", evening + days(60))).toBe("Nov 19, 2026");
    expect(dayLabel(Date.UTC(2027, 0, 1), "UTC", Date.UTC(2026, 11, 31, 12))).toBe("Tomorrow");
  });

  it("calls exactly one date today, whatever the zone", () => {
    fc.assert(
      fc.property(anyZone, anyInstant, anyInstant, (zone, at, now) => {
        expect(dayLabel(at, zone, now) === "Today").toBe(localDate(at, zone) === localDate(now, zone));
      }),
      { numRuns: 2_000 },
    );
  });
});
