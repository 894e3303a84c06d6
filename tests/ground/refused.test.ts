// When it is said that most of those who come are refused: by addresses, of the last seconds, from four of them on.
import { beforeEach, expect, it } from "vitest";
import { isRefusingMajority, noteArrival } from "~/ground/telemetry/refused";
import { type Clock, systemClock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";

let now: number;
let clock: Clock;
beforeEach(() => {
  now = 0;
  clock = { ...systemClock, monotonic: () => now };
});

const come = (addresses: string[], isRefused: boolean) => {
  for (const address of addresses) noteArrival(clock, address, isRefused);
};

it("one address that asks for far too much says nothing about the others, however often it is refused", () => {
  come(["a", "b", "c"], false);
  for (let n = 0; n < 1_000; n += 1) come(["flood"], true);
  expect(isRefusingMajority(clock)).toBe(false);
});

it("more than half of the addresses are most of them, and twenty seconds later they no longer count", () => {
  come(["a", "b", "c", "d"], false);
  come(["a", "b"], true);
  expect(isRefusingMajority(clock)).toBe(false);
  come(["c"], true);
  expect(isRefusingMajority(clock)).toBe(true);
  now += seconds(11);
  expect(isRefusingMajority(clock)).toBe(true);
  now += seconds(10);
  expect(isRefusingMajority(clock)).toBe(false);
});

it("three addresses are too few to say so, and no flood of addresses grows without end", () => {
  come(["a", "b", "c"], true);
  expect(isRefusingMajority(clock)).toBe(false);
  come(["d"], true);
  expect(isRefusingMajority(clock)).toBe(true);
  // The first 10,000 addresses are kept. With the other 10,000, all refused, most of them would be.
  const crowd = Array.from({ length: 20_000 }, (_, n) => `address ${n}`);
  come(crowd.slice(0, 9_996), false);
  come(crowd.slice(9_996), true);
  expect(isRefusingMajority(clock)).toBe(false);
});
