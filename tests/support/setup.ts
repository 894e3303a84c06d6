// Every unit test: whatever is printed as an error fails the test that let it happen.
import { afterEach, expect, vi } from "vitest";

const printed = vi.spyOn(console, "error");

afterEach(() => {
  const calls = printed.mock.calls.map((call) => call.map(String).join(" "));
  printed.mockClear();
  expect(calls, "console.error was called").toEqual([]);
});
