// What /worked says of the figures: no more than they bear, with how sure it is, and what it costs before it costs.
import { describe, expect, it } from "vitest";
import { powerText } from "~/features/results/page/words";
import { days, hours } from "~/ground/time/duration";
import { stepOf, toView } from "~/screens/insights/to-view.server";
import { cells, fetched, now, openedPost, post, reading, sandboxed, insights } from "./fixture";

const shown = (change: Parameters<typeof insights>[0] = {}, search = "") =>
  toView(fetched({ insights: insights(change) }, search)).insights!;
const settings = { level: "off", learn: false, lean: false, threads: false } as const;
const { costs } = insights();

describe("one post", () => {
  it("has its rate with an interval and how much it was seen, each by itself", () => {
    const [first, second] = shown().results;
    expect(first).toMatchObject({ rate: "24.2", interval: "18.1–31.2", seen: "1.8×", isChosen: false });
    expect(first).toMatchObject({ figures: "1,204 views, 31 engagements", isGone: false, isInvented: false });
    expect(second).toMatchObject({ seen: "0.4×", isChosen: true });
  });

  it("an unknown metric is shown as unknown, never as 0", () => {
    const of = (change: Parameters<typeof post>[0]) => shown({ posts: [post(change)] }).results[0]!;
    expect(of({ readings: [reading({ impressions: null })] }).figures).toBe("views unknown, 31 engagements");
    expect(of({ readings: [reading({ quotes: null, impressions: 1 })] }).figures).toBe("1 view, engagements unknown");
    expect(of({ readings: [], rate: null, seen: null })).toMatchObject({
      ...{ figures: "No metrics yet", rate: null, interval: null, seen: null },
    });
    expect(of({ readings: [reading({ slot: "1h" })] }).figures).toBe("1,204 views, 31 engagements after 1 hour");
    expect(of({ readings: [reading({ slot: "hand" })] }).figures).toBe("1,204 views, 31 engagements (manual)");
  });

  it("is compared by the reading of the age that was asked for, not by a later one", () => {
    const readings = [reading(), reading({ slot: "7d", impressions: 2000, at: now - days(3) })];
    expect(shown({ posts: [post({ readings })] }).results[0]?.figures).toBe("1,204 views, 31 engagements");
    expect(shown({ posts: [post({ readings })], slot: "7d" }).results[0]?.figures).toBe("2,000 views, 31 engagements");
  });

  it("that is gone says so", () => {
    const [gone] = shown({ posts: [post({ deletedAt: now, readings: [], rate: null, seen: null })] }).results;
    expect(gone).toMatchObject({ isGone: true, rate: null, seen: null });
  });

  it("that was opened says how it grew and what reading it costs, before it is read", () => {
    const { opened } = toView(fetched({ opened: openedPost() }, "tweet=7"));
    expect(opened).toMatchObject({
      rate: "24.2 per 1,000 views, likely 18.1–31.2",
      seen: "1.8× typical",
      price: "$0.005, free if already refreshed today (UTC)",
      finding: "1,204 views as of Sun, Nov 15, 13:00.",
      note: null,
    });
    expect(opened?.readings[0]?.cells).toEqual(["1,204", "20", "4", "3", "1", "3", null, "7", "61"]);
    const seen = [0.4, 1].map(
      (times) => toView(fetched({ opened: openedPost({ seen: times }) }, "tweet=7")).opened?.seen,
    );
    expect(seen).toEqual(["0.4× typical", "about typical"]);
  });

  it("that was opened can't be read while reading is off, nor once it is gone", () => {
    const off = { insights: insights({ settings }), opened: openedPost() };
    expect(toView(fetched(off, "tweet=7")).opened?.price).toBeNull();
    expect(toView(fetched({ opened: openedPost({ deletedAt: now }) }, "tweet=7")).opened?.price).toBeNull();
  });

  it("that was opened says why it is not compared", () => {
    const few = { opened: openedPost({ rate: null, seen: null, read: 12 }) };
    expect(toView(fetched(few, "tweet=7")).opened?.note).toBe("12 of 20 tweets measured. Not enough to compare yet.");
    // Of another account than the page shows, it is that account's posts that are counted.
    expect(toView(fetched({ ...few, insights: insights({ read: 60 }) }, "tweet=7")).opened?.note).toContain("12 of 20");
    const late = { opened: openedPost({ rate: null, seen: null, readings: [reading({ slot: "7d" })] }) };
    expect(toView(fetched(late, "tweet=7")).opened?.note).toBe(
      "No metrics after 24 hours, so this tweet isn’t compared.",
    );
  });

  it("that was opened names the ages that were missed", () => {
    const { opened } = toView(fetched({ opened: openedPost({ missed: ["7d"] }) }, "tweet=7"));
    expect(opened?.missed).toEqual(["7 days"]);
  });

  it("that is nobody's is missed, and a guest misses nothing", () => {
    expect(toView(fetched({}, "tweet=9")).missing).toBe(true);
    expect(toView(fetched({ user: null, accounts: [], insights: null }, "tweet=9")).missing).toBe(false);
  });
});

describe("few posts", () => {
  it("are not compared: below 20 it says how many there are, and draws nothing", () => {
    const few = shown({ read: 12, enough: false, top: [], bottom: [], meanPer1000: null, usualViews: null });
    expect(few.tooFew).toBe("12 of 20 tweets measured. Not enough to compare yet.");
    expect([few.rates, few.top, few.bottom]).toEqual([null, [], []]);
    expect(few.figures.slice(0, 2).map(({ value, note }) => [value, note])).toEqual([
      ["–", "not enough data"],
      ["–", "not enough data"],
    ]);
    expect(shown().tooFew).toBeNull();
  });

  it("say nothing of hours: below 60 no cell has a colour, and none is named", () => {
    const { hours: told } = shown({ hours: { ...insights().hours, n: 23, enough: false } });
    expect(told.finding).toBe("23 of 60 tweets measured. Not enough data on hours yet.");
    expect(told.map?.rows.flatMap((row) => row.cells.map(({ step }) => step)).every((step) => step === 0)).toBe(true);
    expect(told.map?.rows.some(({ isNamed }) => isNamed)).toBe(false);
    expect(told.map?.sums).toEqual([]);
  });
});

describe("the hours", () => {
  it("are told with how many tweets and how much more, so far; and only those with posts have a row", () => {
    const { finding, map } = shown().hours;
    expect(finding).toBe("More views so far: 18–20 (1.5× typical, 40 tweets).");
    expect(map?.rows.map(({ slot, isNamed }) => [slot, isNamed])).toEqual([
      ["08–10", false],
      ["18–20", true],
    ]);
  });

  it("have a number in every cell, and a colour by both estimates added only from three posts on", () => {
    const [morning, evening] = shown().hours.map!.rows;
    expect(morning?.cells).toHaveLength(7);
    // e^(-0.2 + 0.1) and e^(-0.2 + 0).
    expect(morning?.cells.slice(0, 3)).toEqual([
      { count: 18, step: 2, times: "0.9×" },
      { count: 18, step: 1, times: "0.8×" },
      { count: 0, step: 0, times: null },
    ]);
    expect(evening?.cells.slice(0, 2)).toEqual([
      { count: 2, step: 0, times: null },
      { count: 3, step: 4, times: "1.5×" },
    ]);
  });

  it("step by the tenth that stands in the cell: 0.8, 1.0 and 1.3 times the usual are the last of theirs", () => {
    const times = [0.3, 0.84, 0.86, 1, 1.04, 1.06, 1.34, 1.36, 3];
    expect(times.map((one) => stepOf(Math.log(one)))).toEqual([1, 1, 2, 2, 2, 3, 3, 4, 4]);
  });

  it("say so where none stands out, and where nothing went out there is no map", () => {
    const still = { ...insights().hours, slots: cells(12, { 4: { n: 60, estimate: 0, named: false } }) };
    expect(shown({ hours: still }).hours.finding).toBe("No hour or weekday clearly stands out yet (60 tweets).");
    const counts = Array.from({ length: 7 }, () => Array.from({ length: 12 }, () => 0));
    expect(shown({ hours: { ...still, counts } }).hours.map).toBeNull();
  });

  it("are never told without how much so many tweets can find", () => {
    const told = [10, 60, 119, 120, 239, 240, 900].map(powerText);
    expect(told.slice(0, 3)).toEqual(
      Array(3).fill("With 60 tweets, Linnet can spot about 1 in 7 hours that get twice the views."),
    );
    expect(told.slice(3, 5)).toEqual(
      Array(2).fill("With 120 tweets, Linnet can spot about 1 in 2 hours that get twice the views."),
    );
    expect(told.slice(5)).toEqual(
      Array(2).fill("With 240 tweets, Linnet can spot about 6 in 7 hours that get twice the views."),
    );
    expect(shown({ hours: { ...insights().hours, n: 150 } }).hours.power).toBe(told[3]);
  });
});

describe("what it costs", () => {
  it("stands at each level before it is chosen, with a month at the person's pace", () => {
    const [off, light, full] = shown({ settings }).levels.choices;
    expect(off).toMatchObject({ name: "Off", price: null, month: null, dear: null });
    expect(light).toMatchObject({
      price: "$0.010 per tweet",
      month: "About $0.90 a month, based on 90 tweets in the last 30 days.",
      dear: null,
    });
    expect(full).toMatchObject({
      price: "$0.025 per tweet",
      month: "About $2.25 a month, based on 90 tweets in the last 30 days.",
      dear: "Costs more than posting: a post without a link is $0.015.",
    });
  });

  it("is nothing in the sandbox, which says so; a pace of nothing is said as that", () => {
    const { insights: told } = toView(sandboxed());
    expect(told?.levels.choices[1]?.month).toBe("Free in the sandbox.");
    expect(told?.spending.note).toBe("Free in the sandbox.");
    // The feature tells it as free there; the page says what it would cost on X.
    expect(told?.levels.choices[1]?.price).toBe("$0.010 per tweet");
    const idle = shown({ costs: { ...costs, postsOfMonth: 0 } }).levels.choices[1];
    expect(idle?.month).toBe("Nothing was posted in the last 30 days.");
  });

  it("is told by level and by account, with the rest of the month and the server's limit", () => {
    expect(shown().spending).toEqual({
      month: "$0.11",
      parts: [
        { name: "Light", usd: "$0.105" },
        { name: "Manual refreshes", usd: "$0.005" },
        { name: "For @roofbees", usd: "$0.11" },
      ],
      rest: "about $0.40",
      limit: "$1.00 per UTC day for metrics",
      note: null,
    });
    const left = [{ username: "", usd: 0.02 }];
    expect(shown({ costs: { ...costs, spentByAccount: left } }).spending.parts.at(-1)?.name).toBe(
      "For disconnected accounts",
    );
    expect(shown({ costs: { ...costs, dailyReadLimit: 0 } }).spending.limit).toBe("none");
  });

  it("rests once the credits are gone, until a moment on the person's clock", () => {
    expect(shown().rests).toBeNull();
    const restsUntil = Date.UTC(2026, 10, 25);
    expect(shown({ costs: { ...costs, restsUntil } }).rests).toBe(
      "The X app is out of credits. Metrics are paused until tomorrow, 01:00.",
    );
  });
});

describe("nothing read yet", () => {
  const unread = { read: 0, enough: false, posts: [post({ readings: [], rate: null, seen: null })] };

  it("says how to switch it on, and for how much", () => {
    expect(shown({ ...unread, settings }).empty).toEqual({
      title: "No metrics yet",
      text: "Turn metrics on: $0.010 per tweet.",
    });
  });

  it("says when the first reading comes, once it is on", () => {
    expect(shown({ ...unread, nextReadingAt: now + hours(3) }).empty?.text).toBe("Next refresh today, 16:00.");
    expect(shown({ ...unread, nextReadingAt: now }).empty?.text).toBe("The next refresh is due now.");
    expect(shown({ ...unread, nextReadingAt: null }).empty?.text).toMatch(/^The first metrics arrive 24 hours after/);
  });

  it("is over with the first reading of any age, and a later page is never empty", () => {
    expect(shown({ ...unread, posts: [post({ readings: [reading({ slot: "1h" })] })] }).empty).toBeNull();
    expect(shown({ ...unread, page: 2, pages: 2 }).empty).toBeNull();
  });
});

it("an account of someone else isn’t connected here; a user without any has none to miss", () => {
  expect(toView(fetched({ insights: null })).unknownAccount).toBe(true);
  expect(toView(fetched({ insights: null, accounts: [] })).unknownAccount).toBe(false);
});
