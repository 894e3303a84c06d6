// The fortnight's own test: with one rule not kept to, the judge must see that it was broken, and no other.
import { expect, it, vi } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import type { Config } from "~/ground/config.server";
import type * as Similar from "~/features/tweets/similar";
import { type Form, liveFortnight } from "./fortnight";
import { type Broken, judge } from "./judge";

const guard = vi.hoisted(() => ({ sleeps: false }));
vi.mock("~/features/tweets/similar", async (original) => {
  const similar = await original<typeof Similar>();
  const isTooLike: typeof similar.isTooLike = (...asked) => !guard.sleeps && similar.isTooLike(...asked);
  return { ...similar, isTooLike };
});

/** A day and a half of ten bots that may post often, so that what isn't kept to is soon seen. */
const form = {
  seed: 1,
  lasts: hours(36),
  leaveOut: days(4),
  people: 2,
  rules: { window: { fromMs: minutes(30), toMs: hours(2) }, minGapMs: minutes(20) },
};

async function verdictOf(more: Partial<Form> = {}) {
  const fortnight = await liveFortnight({ ...form, ...more });
  try {
    return await judge(fortnight);
  } finally {
    await fortnight.close();
  }
}

it("nothing is broken where every rule is kept", async () => {
  const { posts, broken } = await verdictOf();
  expect(broken).toEqual({});
  expect(posts).toBeGreaterThan(30);
});

it.each<[Broken, Partial<Config>]>([
  ["cap", { botDailyPosts: 0 }],
  ["gap", { minGapMs: 0, catchUpGapMs: 0, spacingMs: 0 }],
  ["quiet hours", { quietHours: null }],
])("the %s: it is seen when it isn't kept", async (rule, unkept) => {
  const { broken } = await verdictOf({ unkept });
  expect(Object.keys(broken)).toEqual([rule]);
});

it("a near-duplicate is seen when nothing keeps bots from it", async () => {
  guard.sleeps = true;
  // The usual one hardly ever repeats itself in a day and a half; this one says the same with another number.
  let times = 0;
  const { broken } = await verdictOf({
    writer: (ai) => ({
      ...ai,
      async writeForProduct(ask) {
        times += 1;
        return { ...(await ai.writeForProduct(ask)), texts: [`${ask.product.summary.slice(0, 200)} ${times}`] };
      },
    }),
  });
  expect(times).toBeGreaterThan(10);
  expect(Object.keys(broken)).toEqual(["near-duplicate"]);
});
