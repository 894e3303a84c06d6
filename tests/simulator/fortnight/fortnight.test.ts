// Fifty bots, a fortnight, faults in both services: no promise is broken, by any post they made or any bot in the end.
import { expect, it } from "vitest";
import { days, hours } from "~/ground/time/duration";
import { liveFortnight } from "./fortnight";
import { judge } from "./judge";

const isNight = process.env["LINNET_NIGHT"] !== undefined;
/** By day four of the fourteen: those around the change of Europe's clocks. */
const lasts = days(isNight ? 14 : 4);
/** Fourteen days are a minute of work, and more on a busy machine. */
const leaveOut = isNight ? 0 : days(4);

it.each(isNight ? [1, 2, 3, 4, 5, 6] : [1])("keeps every promise (seed %i)", async (seed) => {
  const fortnight = await liveFortnight({ seed, lasts, leaveOut });
  try {
    const { posts, statuses, broken } = await judge(fortnight);
    expect(broken).toEqual({});
    expect(posts).toBeGreaterThan(isNight ? 1_500 : 400);
    expect(Object.values(statuses).reduce((sum, n) => sum + n, 0)).toBe(50);
    expect(statuses["running"]).toBeGreaterThan(25);
    if (isNight) console.log({ seed, posts, statuses, passes: fortnight.passes });
  } finally {
    await fortnight.close();
  }
});

it("is the same by seed, and another by another", async () => {
  const digests = [];
  for (const seed of [7, 7, 8]) {
    const fortnight = await liveFortnight({ seed, lasts: hours(18) });
    digests.push(fortnight.digest);
    await fortnight.close();
  }
  expect(digests[1]).toBe(digests[0]);
  expect(digests[2]).not.toBe(digests[0]);
});
