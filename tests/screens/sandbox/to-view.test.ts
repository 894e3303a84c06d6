// What the sandbox's consent page offers of the request that was found: no database.
import { expect, it } from "vitest";
import { toView } from "~/screens/sandbox/authorize/to-view.server";

const found = { forceLogin: false, handles: ["alice_two", "alice"] };

it("begins with the newest handle, and with none where one must say anew who one is", () => {
  expect(toView({ token: "t", found }).linkRequest).toEqual({ handles: found.handles, handle: "alice_two" });
  const forced = toView({ token: "t", found: { ...found, forceLogin: true } });
  expect(forced.linkRequest).toEqual({ handles: found.handles, handle: "" });
});

it("offers nothing to a network that knows nobody yet, nor for a request that is over", () => {
  const first = toView({ token: "t", found: { forceLogin: false, handles: [] } });
  expect(first.linkRequest?.handle).toBeUndefined();
  expect(toView({ token: "t", found: null })).toEqual({ token: "t", linkRequest: null });
});
