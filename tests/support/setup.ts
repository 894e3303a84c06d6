// Every unit test: whatever is printed as an error fails the test that let it happen.
import { afterEach, expect, vi } from "vitest";
import { hours } from "~/ground/time/duration";
import { hashLightly } from "./light-hash";

/** Servers of their own let in whom these make, or their crowds wait for a hash that takes its time. */
const hashesInFull =
  /\/tests\/(?:(?:built|crash|docs|nodes)\/|features\/(?:users\/users|passwords\/guesses|rate-limits\/rate-limits)\.test)/;
hashLightly(!hashesInFull.test(expect.getState().testPath ?? ""));

// What takes seconds by day is repeated by night for hours.
if (process.env["LINNET_NIGHT"]) vi.setConfig({ testTimeout: hours(3) });

const printed = vi.spyOn(console, "error");

afterEach(() => {
  const calls = printed.mock.calls.map((call) => call.map(String).join(" "));
  printed.mockClear();
  expect(calls, "console.error was called").toEqual([]);
});
