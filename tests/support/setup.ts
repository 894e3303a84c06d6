// Every unit test: whatever is printed as an error fails the test that let it happen.
import { afterEach, expect, vi } from "vitest";
import { hashLightly } from "./light-hash";

/** These make people whom a server of its own lets in. */
const startsServers = /\/tests\/(built|crash|docs|nodes)\//;
if (!startsServers.test(expect.getState().testPath ?? "")) hashLightly();

const printed = vi.spyOn(console, "error");

afterEach(() => {
  const calls = printed.mock.calls.map((call) => call.map(String).join(" "));
  printed.mockClear();
  expect(calls, "console.error was called").toEqual([]);
});
