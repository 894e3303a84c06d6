// The moment of a scheduled tweet by example: the sentence, the slide, and days on which the clock changes.
import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { drawMoment, isQuiet, nextQuietEnd, type MomentInput } from "~/features/moments/moment";
import { clockTime, localDate } from "~/ground/time/zone";

const berlin = "Europe/Berlin";
const night = { from: 23, to: 7 };
// 19 November 2026, 10:18 in Berlin.
const morning = Date.UTC(2026, 10, 19, 9, 18);

const draw = (change: Partial<MomentInput> = {}) =>
  drawMoment({
    now: morning,
    timeZone: berlin,
    window: { fromMs: hours(4), toMs: hours(8) },
    quietHours: night,
    random: () => 0.5,
    ...change,
  });

describe("a window by day", () => {
  it("is used whole: its first millisecond, its middle, its last", () => {
    const at = [0, 0.5, 1 - Number.EPSILON].map((share) => draw({ random: () => share }).at - morning);
    expect(at).toEqual([hours(4), hours(6), hours(8) - 1]);
  });

  it("is told in one sentence", () => {
    expect(draw()).toMatchObject({ reason: "Picked at random between 14:18 and 18:18, Berlin time.", slid: false });
  });

  it("may have fractions of an hour, and never begins a millisecond early", () => {
    const window = { fromMs: hours(4.1), toMs: hours(4.3) };
    expect(draw({ window, random: () => 0 }).at - morning).toBe(hours(4) + minutes(6));
  });

  it("may be as small as a millisecond", () => {
    expect(draw({ window: { fromMs: 0.2, toMs: 0.4 } }).at).toBe(morning + 1);
  });

  it("survives a random number of exactly one", () => {
    expect(draw({ random: () => 1 }).at).toBe(morning + hours(8) - 1);
  });
});

describe("a window that reaches into the quiet hours", () => {
  const lateAt = (clock: number) => morning + hours(clock - 10) - minutes(18);

  it("keeps what is left of it when that is half an hour", () => {
    const moment = draw({ now: lateAt(18.5), random: () => 1 - Number.EPSILON });
    expect(moment.reason).toBe("Picked at random between 22:30 and 23:00, Berlin time.");
    expect(clockTime(moment.at, berlin)).toBe("22:59");
  });

  it("slides to their end, as wide as before, when less is left", () => {
    const moment = draw({ now: lateAt(18.5) + 1, random: () => 1 - Number.EPSILON });
    expect(moment).toMatchObject({
      reason: "Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00, Berlin time.",
      slid: true,
    });
    expect(clockTime(moment.at, berlin)).toBe("10:59");
  });

  it("asks for a quarter of itself when it is short", () => {
    const window = { fromMs: hours(4), toMs: hours(4) + minutes(20) };
    expect(draw({ now: lateAt(19) - minutes(5), window }).slid).toBe(false);
    expect(draw({ now: lateAt(19) - minutes(5) + 1, window }).slid).toBe(true);
  });

  it("never slides without quiet hours", () => {
    const moment = draw({ now: lateAt(20), quietHours: null });
    expect(moment).toMatchObject({ at: lateAt(26), slid: false });
    expect(moment.reason).toBe("Picked at random between Fri, Nov 20, 00:00 and 04:00, Berlin time.");
  });
});

describe("a window about the whole night", () => {
  const window = { fromMs: hours(4), toMs: hours(24) };

  it("is both its evening and its morning", () => {
    const at = [0, 1].map((share) => clockTime(draw({ window, random: () => share }).at, berlin));
    expect(at).toEqual(["14:18", "10:17"]);
    expect(draw({ window }).reason).toBe(
      "Picked at random between 14:18 and Fri, Nov 20, 10:18, Berlin time, outside your quiet hours.",
    );
  });

  it("names the days when it is exactly one wide, and its ends have one clock time", () => {
    const { reason } = draw({ window: { fromMs: hours(4), toMs: hours(28) }, quietHours: null });
    expect(reason).toBe("Picked at random between Thu, Nov 19, 14:18 and Fri, Nov 20, 14:18, Berlin time.");
  });

  it("names the days when it is wider than one", () => {
    const moment = draw({ window: { fromMs: hours(4), toMs: hours(76) } });
    expect(moment.reason).toBe(
      "Picked at random between Thu, Nov 19, 14:18 and Sun, Nov 22, 14:18, Berlin time, outside your quiet hours.",
    );
  });
});

describe("quiet hours", () => {
  const at = (clock: number) => Date.UTC(2026, 10, 19, clock);

  it("hold from their first minute up to, not including, their last", () => {
    const before = at(23) - 1;
    expect([before, at(23), at(24), at(31) - 1, at(31)].map((now) => isQuiet(now, "UTC", night))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it("may lie within a day", () => {
    const noon = { from: 12, to: 14 };
    expect([at(11), at(12), at(13), at(14), at(23)].map((now) => isQuiet(now, "UTC", noon))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(nextQuietEnd(at(9), "UTC", noon)).toBe(at(14));
  });

  it("never hold where there are none", () => {
    expect(isQuiet(at(3), "UTC", null)).toBe(false);
  });

  it("end next after an instant: from within, from before, and from the very end", () => {
    expect(nextQuietEnd(at(1), "UTC", night)).toBe(at(7));
    expect(nextQuietEnd(at(12), "UTC", night)).toBe(at(31));
    expect(nextQuietEnd(at(7), "UTC", night)).toBe(at(31));
  });

  it("may leave a single hour of the day", () => {
    const moments = [0, 0.5, 1].map((share) => draw({ quietHours: { from: 8, to: 7 }, random: () => share }));
    expect(moments.map(({ at }) => clockTime(at, berlin))).toEqual(["07:00", "07:30", "07:59"]);
    expect(moments[0]?.reason).toBe(
      "Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 08:00, Berlin time.",
    );
  });
});

describe("where the clock changes", () => {
  it("waits another day for the only allowed hour when the clock jumps over it", () => {
    const now = Date.UTC(2026, 2, 28, 17);
    const moment = draw({ now, quietHours: { from: 3, to: 2 } });
    expect(localDate(moment.at, berlin)).toBe("2026-03-30");
    expect(clockTime(moment.at, berlin)).toBe("02:30");
  });

  it("allows an hour twice when the clock shows it twice", () => {
    const now = Date.UTC(2026, 9, 24, 18, 30);
    const [first, last] = [0, 1].map((share) => draw({ now, quietHours: { from: 3, to: 2 }, random: () => share }).at);
    expect(first).toBe(Date.UTC(2026, 9, 25, 0));
    expect(last).toBe(Date.UTC(2026, 9, 25, 2) - 1);
  });

  it("names the hour the clock really shows at the end of the quiet hours", () => {
    const moment = draw({ now: Date.UTC(2026, 2, 28, 16), quietHours: { from: 20, to: 2 } });
    expect(moment.reason).toBe(
      "Picked at random after your quiet hours, between Sun, Mar 29, 03:00 and 07:00, Berlin time.",
    );
  });

  it("finds its way where a whole date is missing", () => {
    const now = Date.UTC(2011, 11, 30, 5);
    const moment = draw({ now, timeZone: "Pacific/Apia", random: () => 0 });
    expect(localDate(moment.at, "Pacific/Apia")).toBe("2011-12-31");
    expect(moment.at - now).toBeLessThan(days(1));
  });
});
