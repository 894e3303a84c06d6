// The shrunk rate by example and by property: few views can't make it large, and no figures make it no number.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Counted, median, shrink } from "~/features/results/rate";

const post = (reactions: number, views: number): Counted => ({ tweetId: 1, reactions, views });
const many = Array.from({ length: 30 }, (_, n) => post(10 + (n % 5), 1_000));

describe("a rate", () => {
  it("of two reactions to nine views is no 22 %, and one of many views is nearly its own", () => {
    const { mean, rateOf } = shrink(many);
    expect(mean).toBeCloseTo(0.012, 6);
    expect(rateOf(post(2, 9)).rate).toBeLessThan(0.02);
    expect(rateOf(post(5_000, 100_000)).rate).toBeGreaterThan(0.045);
  });

  it("is worked out as the page says", () => {
    // w = 1,000 views, m = 0.05, S = 0.6, k − 1 = 4, w − Σn² ÷ w − (k − 1) = 1,000 − 200 − 4 = 796.
    const all = [4, 6, 10, 12, 18].map((reactions) => post(reactions, 200));
    const { mean, strength, rateOf } = shrink(all);
    expect(mean).toBeCloseTo(0.05, 12);
    const spread = [4, 6, 10, 12, 18].reduce((sum, e) => sum + 200 * (e / 200 - 0.05) ** 2, 0);
    const correlation = (spread - 0.0475 * 4) / (0.0475 * 796);
    expect(spread).toBeCloseTo(0.6, 12);
    expect(strength).toBeCloseTo((1 - correlation) / correlation, 9);
    const { rate, low, high } = rateOf(post(18, 200));
    const [a, b] = [18 + 0.05 * strength, 182 + 0.95 * strength];
    expect(rate).toBeCloseTo(a / (a + b), 12);
    const deviation = Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1)));
    expect([low, high]).toEqual([
      expect.closeTo(rate - 1.28 * deviation, 12),
      expect.closeTo(rate + 1.28 * deviation, 12),
    ]);
  });

  it("of fewer than five posts, or where nobody ever reacted, is lent a thousand views", () => {
    expect(shrink(many.slice(0, 4)).strength).toBe(1_000);
    expect(shrink(many.map(() => post(0, 500)))).toMatchObject({ mean: 0, strength: 1_000 });
    expect(shrink([])).toMatchObject({ mean: 0, strength: 1_000 });
    expect(shrink([]).rateOf(post(3, 0))).toEqual({ rate: 0, low: 0, high: 0 });
  });

  it("counts no post that nobody saw, and no more reactions than views", () => {
    const { mean, strength } = shrink(many);
    expect(shrink([...many, post(0, 0), post(7, 0)])).toMatchObject({ mean, strength });
    expect(shrink([post(50, 10)]).mean).toBe(1);
    expect(shrink(many).rateOf(post(7, 0)).rate).toBe(mean);
  });

  it("lends as many views as can be where posts are all alike, and hardly any where they have nothing in common", () => {
    expect(shrink(Array.from({ length: 30 }, () => post(10, 1_000))).strength).toBeCloseTo(0.997 / 0.003, 6);
    expect(shrink(Array.from({ length: 30 }, (_, n) => post(n % 2 === 0 ? 0 : 1_000, 1_000))).strength).toBeCloseTo(
      1,
      6,
    );
  });
});

const counted = fc
  .record({
    reactions: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2 ** 31 })),
    views: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 31 })),
  })
  .map(({ reactions, views }) => post(reactions, views));

describe("whatever was counted", () => {
  const runs = { numRuns: process.env.LINNET_NIGHT ? 50_000 : 3_000 };

  it("a rate is a share within its interval, and lies between the post's own and the account's", () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 40 }), counted, (all, one) => {
        const { mean, strength, rateOf } = shrink(all);
        expect(mean).toBeGreaterThanOrEqual(0);
        expect(mean).toBeLessThanOrEqual(1);
        expect(strength).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(strength).toBeLessThanOrEqual(1_000);
        for (const each of [...all, one]) {
          const { rate, low, high } = rateOf(each);
          const own = each.views > 0 ? Math.min(each.reactions, each.views) / each.views : mean;
          if (!(0 <= low && low <= rate && rate <= high && high <= 1)) expect.fail(JSON.stringify({ low, rate, high }));
          expect(rate).toBeGreaterThanOrEqual(Math.min(own, mean) - 1e-12);
          expect(rate).toBeLessThanOrEqual(Math.max(own, mean) + 1e-12);
        }
      }),
      runs,
    );
  });

  it("more reactions to as many views are no lower a rate, and a higher one while there are views left", () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 20 }), counted, fc.nat(50), (all, one, more) => {
        const { rateOf } = shrink(all);
        const [before, after] = [rateOf(one), rateOf({ ...one, reactions: one.reactions + more })];
        expect(after.rate).toBeGreaterThanOrEqual(before.rate);
        if (more > 0 && one.reactions < one.views) expect(after.rate).toBeGreaterThan(before.rate);
      }),
      runs,
    );
  });

  it("the order of the posts changes nothing that a person could see", () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 20 }), (all) => {
        const [one, other] = [shrink(all), shrink(all.toReversed())];
        expect(other.mean).toBeCloseTo(one.mean, 9);
        expect(other.strength / one.strength).toBeCloseTo(1, 6);
      }),
      runs,
    );
  });
});

it("the usual views are the middle ones, or between the two in the middle", () => {
  expect([[], [7], [9, 1, 5], [1, 2, 3, 10]].map(median)).toEqual([null, 7, 5, 2.5]);
});
