// The sandbox's audience by properties: whole numbers, the same each time, only growing, of the size that is said.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import type { PostFigures } from "~/ports/network/port";
import { figuresOf } from "~/ports/network/sandbox-figures";
import { nextId } from "~/ports/network/sandbox-rules";

const open = ["likes", "reposts", "replies", "quotes", "bookmarks"] as const;
const all = [...open, "impressions", "linkClicks", "profileClicks", "engagements"] as const;

const ids = fc.bigInt(1n, 9_999_999_999_999_999_999n).map(String);
const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
const texts = fc.constantFrom("Hello", "See https://example.com/a");
const posts = fc.record({ id: ids, createdAt: moments, text: texts });
const ages = fc.oneof(fc.integer({ min: -hours(1), max: days(2) }), fc.integer({ min: 0, max: days(800) }));

const at = (post: { id: string; createdAt: number; text: string }, age: number, withPrivate = true) =>
  figuresOf(post, { now: post.createdAt + age, withPrivate });
const reactionsIn = (one: PostFigures) => open.reduce((sum, name) => sum + (one[name] ?? NaN), 0);

/** Posts as the sandbox numbers them, one every 37 minutes. */
const many = Array.from({ length: 4_000 }, (_, n) => {
  const createdAt = Date.UTC(2026, 0, 1) + n * minutes(37);
  return { id: nextId(createdAt, undefined), createdAt, text: "Hello" };
});
const isEvening = ({ createdAt }: { createdAt: number }) => [18, 19].includes(new Date(createdAt).getUTCHours());
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

describe("the sandbox's figures", () => {
  it("are whole, never negative, and the same for the same post and moment", () => {
    fc.assert(
      fc.property(posts, ages, (post, age) => {
        const one = at(post, age);
        for (const name of all)
          if (one[name] !== null) expect(Number.isSafeInteger(one[name]) && (one[name] ?? -1) >= 0, name).toBe(true);
        expect(at({ ...post }, age)).toEqual(one);
      }),
    );
  });

  it("never fall while the post grows older", () => {
    fc.assert(
      fc.property(posts, ages, fc.oneof(fc.integer({ min: 0, max: 5 }), ages.map(Math.abs)), (post, age, more) => {
        const [before, after] = [at(post, age), at(post, age + more)];
        for (const name of all)
          if (before[name] !== null && after[name] !== null)
            expect(after[name], name).toBeGreaterThanOrEqual(before[name] ?? NaN);
      }),
      { numRuns: 1_000 },
    );
  });

  it("have no more reactions than views, nor more engagements", () => {
    fc.assert(
      fc.property(posts, ages, (post, age) => {
        const one = at(post, age);
        expect(reactionsIn(one)).toBeLessThanOrEqual(one.impressions ?? -1);
        expect(one.engagements ?? 0).toBeLessThanOrEqual(one.impressions ?? -1);
        expect(one.engagements ?? Infinity).toBeGreaterThanOrEqual(one.engagements === null ? 0 : reactionsIn(one));
      }),
      { numRuns: 500 },
    );
  });

  it("tell clicks and engagements for thirty days, where they are asked for, and link clicks only of a link", () => {
    fc.assert(
      fc.property(posts, fc.integer({ min: 0, max: days(60) }), fc.boolean(), (post, age, withPrivate) => {
        const one = at(post, age, withPrivate);
        const isTold = withPrivate && age <= days(30);
        for (const name of ["linkClicks", "profileClicks", "engagements"] as const)
          expect(one[name] !== null, name).toBe(isTold);
        if (isTold && post.text === "Hello") expect(one.linkClicks).toBe(0);
        expect(one.impressions).toBe(at(post, age, !withPrivate).impressions);
      }),
    );
    const clicks = many.map((post) => at({ ...post, text: "https://example.com" }, days(1)).linkClicks ?? 0);
    expect(Math.max(...clicks)).toBeGreaterThan(5);
  });

  it("follow the curve: nothing at first, 63 % of the views after six hours, all after days", () => {
    for (const post of many.slice(0, 200)) {
      const end = at(post, days(29)).impressions ?? NaN;
      expect(at(post, 0).impressions).toBe(0);
      expect(Math.abs((at(post, hours(6)).impressions ?? NaN) - 0.632 * end)).toBeLessThanOrEqual(2);
      expect(end - (at(post, days(9)).impressions ?? NaN)).toBeLessThanOrEqual(1);
    }
  });

  it("end between 40 and 2,000 views, around 283, and 1.6 times as many between 18:00 and 20:00 UTC", () => {
    const views = (list: typeof many) => list.map((post) => at(post, days(29)).impressions ?? NaN);
    const [evening, rest] = [many.filter(isEvening), many.filter((post) => !isEvening(post))];
    expect(Math.min(...views(rest))).toBe(40);
    expect(Math.max(...views(rest))).toBe(2_000);
    expect(Math.max(...views(evening))).toBe(3_200);
    const [usual, more] = [median(views(rest)), median(views(evening))];
    expect(Math.abs(usual - 283)).toBeLessThan(20);
    expect(Math.abs(more / usual - 1.6)).toBeLessThan(0.25);
    const atHour = (hour: number) => ({ ...(many[0] ?? { id: "1", text: "" }), createdAt: Date.UTC(2026, 2, 1, hour) });
    const usualViews = at(atHour(12), days(29)).impressions ?? NaN;
    const moreAt = (hour: number) => (at(atHour(hour), days(29)).impressions ?? NaN) / usualViews;
    expect([17, 18, 19, 20].map((hour) => moreAt(hour).toFixed(1))).toEqual(["1.0", "1.6", "1.6", "1.0"]);
  });

  it("have a rate of reactions of 0.5 to 6 %, most of them likes, and some of each kind", () => {
    const told = many.map((post) => at(post, days(29)));
    for (const one of told) {
      const [views, reactions] = [one.impressions ?? NaN, reactionsIn(one)];
      expect(reactions).toBeGreaterThanOrEqual(Math.floor(views * 0.005));
      expect(reactions).toBeLessThanOrEqual(Math.ceil(views * 0.06));
    }
    const sum = (pick: (one: PostFigures) => number) => told.reduce((total, one) => total + pick(one), 0);
    const rate = sum(reactionsIn) / sum((one) => one.impressions ?? NaN);
    expect(Math.abs(rate - 0.0325)).toBeLessThan(0.002);
    for (const [name, share] of [
      ["likes", 0.66],
      ["reposts", 0.1],
      ["replies", 0.11],
      ["quotes", 0.03],
    ] as const)
      expect(Math.abs(sum((one) => one[name] ?? NaN) / sum(reactionsIn) - share), name).toBeLessThan(0.01);
  });
});
