// The week's grid: where it begins in every zone, what falls into which slot, and what is drawn of today.
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { maxInSlot, nightHour, parseSlot, slotHours, slotKey } from "~/features/timeline/slot";
import { buildWeek, clampOffset, partOfDay, rangeLabel, slotOf, weekSpan, type Placed } from "~/features/timeline/week";
import type { TaskStatus, Week } from "~/features/timeline/week.types";
import { clockTime, localDate, wallClock } from "~/ground/time/zone";
import { allTransitions, allZones, years } from "~tests/support/zones";

afterEach(() => vi.unstubAllGlobals());

const berlin = "Europe/Berlin";
// Thursday, 19 November 2026, 14:18 in Berlin.
const now = Date.UTC(2026, 10, 19, 13, 18);
/** A moment of that week by Berlin's clock. */
const at = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 10, day, hour - 1, minute);
const task = (id: number, when: number, status: TaskStatus = "published"): Placed => ({
  id,
  status,
  content: `Tweet number ${id} of many`,
  at: when,
});
const build = (tasks: Placed[], more: { offset?: number; now?: number; timeZone?: string } = {}): Week =>
  buildWeek({ tasks, offset: 0, now, timeZone: berlin, ...more });
const slotsOf = (week: Week) =>
  week.days.flatMap(({ date, slots, night }) => [
    ...slots.map((slot, index) => ({ key: slotKey(date, slotHours[index] ?? 0), ...slot })),
    { key: slotKey(date, nightHour), ...night },
  ]);
const idsAt = (week: Week, key: string) =>
  slotsOf(week)
    .find((slot) => slot.key === key)
    ?.tasks.map(({ id }) => id);

describe("the span of a week", () => {
  it("runs from local Monday to local Monday around every change of every clock", () => {
    for (const { zone, at: change } of allTransitions()) {
      const { fromMs, toMs } = weekSpan({ offset: 0, now: change, timeZone: zone });
      for (const edge of [fromMs, toMs]) {
        expect(wallClock(edge, zone).weekday, `${zone} ${edge}`).toBe(1);
        expect(wallClock(edge - 1, zone).weekday, `${zone} ${edge}`).toBe(7);
      }
      // One clock, at Troll station, is put forward by two hours; all others by one at most.
      const leeway = zone === "Antarctica/Troll" ? hours(2) : hours(1);
      expect(Math.abs(toMs - fromMs - days(7)), zone).toBeLessThanOrEqual(leeway);
    }
  });

  it("is an hour short or long in Berlin when the clock changes", () => {
    const width = (month: number, day: number) => {
      const { fromMs, toMs } = weekSpan({ offset: 0, now: Date.UTC(2026, month, day, 12), timeZone: berlin });
      return (toMs - fromMs) / hours(1);
    };
    expect([width(2, 29), width(2, 30), width(9, 25)]).toEqual([167, 168, 169]);
  });

  it("holds now, and joins with the weeks before and after", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...allZones),
        fc.integer({ min: years.from, max: years.to }),
        fc.integer({ min: -60, max: 60 }),
        (timeZone, when, offset) => {
          const current = weekSpan({ offset: 0, now: when, timeZone });
          expect(current.fromMs <= when && when < current.toMs).toBe(true);
          const [one, next] = [offset, offset + 1].map((week) => weekSpan({ offset: week, now: when, timeZone }));
          expect(one?.toMs).toBe(next?.fromMs);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("ends within ten years, whatever the address asks for", () => {
    expect([1e9, -1e9, Infinity, -Infinity].map(clampOffset)).toEqual([520, -520, 520, -520]);
    expect([NaN, 1.9, -0.5, 3].map(clampOffset)).toEqual([0, 1, 0, 3]);
    expect(build([], { offset: 1e9 })).toEqual(build([], { offset: 520 }));
    expect(build([], { offset: 1e9 }).offset).toBe(520);
  });
});

describe("the label of the range", () => {
  const label = (year: number, month: number, day: number, offset = 0) =>
    rangeLabel({ offset, now: Date.UTC(year, month - 1, day, 12), timeZone: berlin });

  it("has the first month and day, the last day and its year", () => {
    expect(label(2026, 11, 19)).toBe("Nov 16 ~ 22, 2026");
    expect(label(2026, 12, 2)).toBe("Nov 30 ~ 6, 2026");
    expect(label(2026, 12, 31)).toBe("Dec 28 ~ 3, 2027");
    expect(label(2027, 1, 3)).toBe("Dec 28 ~ 3, 2027");
    expect(label(2027, 1, 4)).toBe("Jan 4 ~ 10, 2027");
  });

  it("moves with the arrows", () => {
    expect([-1, 0, 1].map((offset) => label(2026, 3, 1, offset))).toEqual([
      "Feb 16 ~ 22, 2026",
      "Feb 23 ~ 1, 2026",
      "Mar 2 ~ 8, 2026",
    ]);
  });

  it("is the user's own week where two places have different days", () => {
    const sundayEvening = Date.UTC(2026, 10, 22, 20);
    const labels = ["America/New_York", "Asia/Tokyo"].map((timeZone) =>
      rangeLabel({ offset: 0, now: sundayEvening, timeZone }),
    );
    expect(labels).toEqual(["Nov 16 ~ 22, 2026", "Nov 23 ~ 29, 2026"]);
  });
});

describe("a slot", () => {
  it("is two hours from an odd one, and the night is the rest of the date", () => {
    const hour = (clock: number, minute: number) => slotOf(at(19, clock, minute), berlin).hour;
    expect([hour(7, 0), hour(8, 59), hour(9, 0), hour(21, 0), hour(22, 59)]).toEqual([7, 7, 9, 21, 21]);
    expect([hour(0, 0), hour(6, 59), hour(23, 0), hour(23, 59)]).toEqual([23, 23, 23, 23]);
    expect(slotOf(at(19, 0), berlin).date).toBe("2026-11-19");
  });

  it("has a key that can be read again", () => {
    for (const hour of [...slotHours, 23])
      expect(parseSlot(slotKey("2026-11-19", hour))).toEqual({ date: "2026-11-19", hour });
    expect(slotKey("2026-11-19", 7)).toBe("2026-11-19T07");
  });

  it.each(["", "2026-11-19", "2026-11-19T08", "2026-11-19T7", "2026-11-31T07", "2026-02-29T07", "2026-13-01T07"])(
    "isn't named by %j",
    (key) => {
      expect(parseSlot(key)).toBeNull();
    },
  );

  it("isn't named by a key with something before or after it", () => {
    for (const key of [" 2026-11-19T07", "2026-11-19T07:00", "2026-11-19T07\n", "x2026-11-19T07"])
      expect(parseSlot(key)).toBeNull();
  });

  it("belongs to a part of the day", () => {
    expect(slotHours.map(partOfDay)).toEqual([
      "Morning",
      "Morning",
      "Noon",
      "Noon",
      "Afternoon",
      "Afternoon",
      "Evening",
      "Evening",
    ]);
    expect([23, 0, 6].map(partOfDay)).toEqual(["Night", "Night", "Night"]);
  });
});

describe("the grid", () => {
  it("has seven days from Monday, eight slots each, and marks what has passed", () => {
    const week = build([]);
    expect(week.days.map(({ weekday, day }) => `${weekday} ${day}`)).toEqual([
      "Mon 16",
      "Tue 17",
      "Wed 18",
      "Thu 19",
      "Fri 20",
      "Sat 21",
      "Sun 22",
    ]);
    expect(week.days.map(({ isPast }) => isPast)).toEqual([true, true, true, false, false, false, false]);
    expect(week.days.filter(({ isToday }) => isToday).map(({ date }) => date)).toEqual(["2026-11-19"]);
    expect(week.days.every(({ slots }) => slots.length === 8)).toBe(true);
    expect(week.hasNight).toBe(false);
  });

  it("has no today, and only past or only future, in other weeks", () => {
    const [before, after] = [-1, 1].map((offset) => build([], { offset }));
    expect(before?.days.every(({ isPast, isToday }) => isPast && !isToday)).toBe(true);
    expect(after?.days.some(({ isPast, isToday }) => isPast || isToday)).toBe(false);
    expect(before?.now).toBeNull();
  });

  it("shows a task's first three words and its time on the wall", () => {
    const [slot] = slotsOf(build([task(1, at(19, 8, 41), "scheduled")])).filter(({ tasks }) => tasks.length > 0);
    expect(slot).toEqual({
      key: "2026-11-19T07",
      count: 1,
      tasks: [{ id: 1, status: "scheduled", preview: "Tweet number 1…", at: at(19, 8, 41), time: "08:41" }],
    });
  });

  it("stacks the most pressing first, then by time, then by number", () => {
    const stack = [
      task(1, at(17, 13, 1), "published"),
      task(2, at(17, 13, 2), "scheduled"),
      task(3, at(17, 13, 3), "publishing"),
      task(4, at(17, 13, 5), "failed"),
      task(5, at(17, 13, 4), "failed"),
      task(7, at(17, 13, 4), "failed"),
      task(6, at(17, 13, 0), "pending"),
    ];
    const week = build(stack);
    // Five of seven are shown.
    expect(idsAt(week, "2026-11-17T13")).toEqual([5, 7, 4, 3, 2]);
    expect(slotsOf(week).find(({ key }) => key === "2026-11-17T13")?.count).toBe(7);
    const others = stack.filter(({ id }) => id === 1 || id === 6);
    expect(idsAt(build(others), "2026-11-17T13")).toEqual([1, 6]);
    expect(week.counts).toEqual({ failed: 3, publishing: 1, scheduled: 1, published: 1 });
  });

  it("puts both ends of a local date into that date's night", () => {
    const week = build([task(1, at(19, 0, 30)), task(2, at(19, 23, 30)), task(3, at(20, 0, 30))]);
    expect(idsAt(week, "2026-11-19T23")).toEqual([1, 2]);
    expect(idsAt(week, "2026-11-20T23")).toEqual([3]);
    expect(week.hasNight).toBe(true);
  });

  it("takes the first and the last millisecond of the week, and not their neighbours", () => {
    const { fromMs, toMs } = weekSpan({ offset: 0, now, timeZone: berlin });
    const week = build([task(1, fromMs - 1), task(2, fromMs), task(3, toMs - 1), task(4, toMs)]);
    expect(idsAt(week, "2026-11-16T23")).toEqual([2]);
    expect(idsAt(week, "2026-11-22T23")).toEqual([3]);
    expect(week.counts.published).toBe(2);
  });

  it("draws the line of now at its minute, and not at night", () => {
    expect(build([]).now).toEqual({ date: "2026-11-19", hour: 13, fraction: 78 / 120 });
    expect(build([], { now: at(19, 23) }).now).toBeNull();
    expect(build([], { now: at(19, 6, 59) }).now).toBeNull();
    expect(build([], { now: at(19, 7) }).now).toEqual({ date: "2026-11-19", hour: 7, fraction: 0 });
  });

  it("places every task of the week once, by its own clock, in any zone", () => {
    const near = fc.constantFrom(...allTransitions()).map(({ zone, at }) => ({ zone, around: at }));
    const anywhere = fc.record({
      zone: fc.constantFrom(...allZones),
      around: fc.integer({ min: years.from, max: years.to }),
    });
    const distance = fc.integer({ min: -days(9), max: days(9) });
    fc.assert(
      fc.property(fc.oneof(near, anywhere), fc.array(distance, { maxLength: 30 }), ({ zone, around }, distances) => {
        const tasks = distances.map((away, index) => task(index, around + away));
        const { fromMs, toMs } = weekSpan({ offset: 0, now: around, timeZone: zone });
        const week = build(tasks, { now: around, timeZone: zone });
        const shown = slotsOf(week).flatMap((slot) => slot.tasks.map((one) => ({ key: slot.key, ...one })));
        const within = tasks.filter((one) => fromMs <= one.at && one.at < toMs);
        for (const slot of slotsOf(week)) expect(slot.tasks).toHaveLength(Math.min(slot.count, maxInSlot));
        expect(slotsOf(week).reduce((sum, { count }) => sum + count, 0)).toBe(within.length);
        const ids = within.map(({ id }) => id);
        expect(ids).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));
        expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
        for (const one of shown) {
          expect(one.key.slice(0, 10)).toBe(localDate(one.at, zone));
          const [first, minute] = [Number(one.key.slice(11)), clockTime(one.at, zone)];
          const asNight = minute < "07:00" || minute >= "23:00";
          expect(asNight ? first === 23 : Math.floor((Number(minute.slice(0, 2)) - first) / 2) === 0).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps a tweet sent while a clock, set back just after midnight, shows Sunday once more", () => {
    const change = Date.UTC(2026, 10, 15, 23, 1);
    class SetBack {
      format(instant: number): string {
        const local = new Date(instant + (instant < change ? hours(1) : 0)).toISOString();
        const [year, month, day] = local.slice(0, 10).split("-");
        return `${month}/${day}/${year}, ${local.slice(11, 19)}`;
      }
    }
    vi.stubGlobal("Intl", { DateTimeFormat: SetBack, Segmenter: Intl.Segmenter });
    const tasks = [
      task(1, change - minutes(2)),
      task(2, change - 1),
      task(3, change + minutes(5)),
      task(4, change + hours(9)),
    ];
    const week = build(tasks, { timeZone: "Test/SetBack" });
    expect(idsAt(week, "2026-11-16T23")).toEqual([2, 3]);
    expect(idsAt(week, "2026-11-16T07")).toEqual([4]);
  });
});
