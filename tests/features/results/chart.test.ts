// Where the pictures put what was read: inside their frame, higher for more, at the day of the owner's own clock.
import { describe, expect, it } from "vitest";
import { drawGrowth, drawRates } from "~/features/results/page/chart.server";
import type { Drawing } from "~/features/results/page/picture";
import { days, hours } from "~/ground/time/duration";
import { now, reading, timeZone } from "~tests/screens/insights/fixture";

/** The dots of a drawing, as they lie. */
const dotsOf = ({ dots }: Drawing) =>
  [...dots.matchAll(/M([\d.]+) ([\d.]+)h0/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
const wide = (drawings: Drawing[]) => drawings.find(({ size }) => size === "wide")!;

const rated = (rates: number[], gap = days(1)) =>
  rates.map((rate, index) => ({
    ...{ tweetId: index, words: `Tweet ${index}`, publishedAt: now - (rates.length - index) * gap },
    ...{ rate, low: rate * 0.7, high: rate * 1.4 },
  }));

describe("the rates of tweets", () => {
  it("are drawn for each width of the page, one dot a tweet, all inside the frame", () => {
    const drawings = drawRates(
      rated(Array.from({ length: 120 }, (_, index) => 0.005 + (index % 17) / 1000)),
      12,
      timeZone,
    );
    expect(drawings.map(({ size }) => size)).toEqual(["wide", "mid", "phone"]);
    for (const drawing of drawings) {
      const dots = dotsOf(drawing);
      expect(dots).toHaveLength(120);
      expect(drawing.spans.match(/M/g)).toHaveLength(120);
      for (const { x, y } of dots) {
        expect(x >= drawing.left && x <= drawing.right).toBe(true);
        expect(y >= 0 && y <= drawing.floor).toBe(true);
      }
      expect(drawing.mean).toBeGreaterThan(0);
      expect(drawing.mean).toBeLessThan(drawing.floor);
    }
  });

  it("stand the higher the more reactions there were, from zero on, and left to right by their moment", () => {
    const drawing = wide(drawRates(rated([0.01, 0.02, 0]), null, timeZone));
    const [first, second, third] = dotsOf(drawing);
    expect(second!.y).toBeLessThan(first!.y);
    expect(third!.y).toBe(drawing.floor);
    expect(drawing.floor - second!.y).toBeCloseTo(2 * (drawing.floor - first!.y), -0.5);
    expect(first!.x < second!.x && second!.x < third!.x).toBe(true);
    expect(drawing.mean).toBeNull();
    expect(drawing.up[0]).toEqual({ at: drawing.floor, label: "0" });
  });

  it("have their intervals round the dot, and the highest of them under the top line", () => {
    const drawing = wide(drawRates(rated([0.01, 0.03]), 15, timeZone));
    const spans = [...drawing.spans.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)/g)].map((one) => one.slice(1).map(Number));
    for (const [index, dot] of dotsOf(drawing).entries()) {
      const [x = 0, high = 0, low = 0] = spans[index] ?? [];
      expect(x).toBe(dot.x);
      expect(high < dot.y && dot.y < low).toBe(true);
      expect(high).toBeGreaterThanOrEqual(drawing.up.at(-1)!.at);
    }
  });

  it("are told by days of the owner's clock, and no two words stand in each other", () => {
    // Half past midnight on the 20th in Berlin, the 19th by UTC.
    const at = Date.UTC(2026, 10, 19, 23, 30);
    const posts = [at, at + days(3)].map((publishedAt, tweetId) => ({
      ...{ tweetId, words: "", publishedAt, rate: 0.01, low: 0.005, high: 0.02 },
    }));
    for (const drawing of drawRates(posts, 10, timeZone)) {
      expect(drawing.across.map(({ label }) => label)).not.toContain("Nov 19");
      const places = drawing.across.map(({ at: x }) => x);
      for (const [index, x] of places.slice(1).entries()) expect(x - places[index]!).toBeGreaterThanOrEqual(46);
    }
  });

  it("of one tweet, and of none, are drawn without a fault", () => {
    const [one] = drawRates(rated([0.01]), 10, timeZone);
    expect(dotsOf(one!)).toHaveLength(1);
    expect(JSON.stringify(one)).not.toContain("null,null");
    expect(one!.dots).not.toContain("NaN");
    expect(drawRates([], 10, timeZone)).toEqual([]);
    const still = drawRates(
      rated([0, 0]).map((post) => ({ ...post, low: 0, high: 0 })),
      0,
      timeZone,
    );
    expect(JSON.stringify(still)).not.toContain("NaN");
  });
});

describe("how one tweet grew", () => {
  const publishedAt = now - days(10);
  const at = (age: number, impressions: number | null) => reading({ at: publishedAt + age, impressions });

  it("begins at nothing and goes through each reading by its age, also one by hand between two others", () => {
    const drawings = drawGrowth([at(hours(24), 400), at(days(7), 900), at(days(3), 700)], publishedAt);
    expect(drawings.map(({ size }) => size)).toEqual(["mid", "phone"]);
    for (const drawing of drawings) {
      const dots = dotsOf(drawing);
      expect(dots.map(({ x }) => x)).toEqual(dots.map(({ x }) => x).toSorted((one, other) => one - other));
      expect(dots.map(({ y }) => y)).toEqual(dots.map(({ y }) => y).toSorted((one, other) => other - one));
      expect(drawing.line.startsWith(`M${drawing.left},${drawing.floor}`)).toBe(true);
      expect(drawing.labels.at(-1)?.text).toBe("900");
      expect(drawing.across.map(({ label }) => label).at(-1)).toBe("7 d");
    }
  });

  it("leaves out what is not known, and is no picture where nothing is", () => {
    const [drawing] = drawGrowth([at(hours(24), null), at(days(7), 900)], publishedAt);
    expect(dotsOf(drawing!)).toHaveLength(1);
    expect(drawGrowth([at(hours(24), null)], publishedAt)).toEqual([]);
    expect(drawGrowth([], publishedAt)).toEqual([]);
  });

  it("of a tweet that nobody has seen lies on the ground", () => {
    const [drawing] = drawGrowth([at(hours(24), 0)], publishedAt);
    expect(dotsOf(drawing!)[0]?.y).toBe(drawing!.floor);
    expect(JSON.stringify(drawing)).not.toContain("NaN");
  });
});

it("what the page is made of is small: 120 tweets at three widths weigh under 30 kB", () => {
  const drawings = drawRates(rated(Array.from({ length: 120 }, () => 0.01)), 12, timeZone);
  expect(JSON.stringify(drawings).length).toBeLessThan(30_000);
});
