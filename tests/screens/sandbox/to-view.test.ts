// What the sandbox's consent page offers of the request that was found: no database.
import { expect, it } from "vitest";
import { toView } from "~/screens/sandbox/authorize/to-view.server";

const found = { forceLogin: false };
const handles = ["alice_two", "alice"];

it("begins with the newest handle, and with none where one must say anew who one is", () => {
  expect(toView({ token: "t", found, handles }).linkRequest).toEqual({ handles, handle: "alice_two" });
  const forced = toView({ token: "t", found: { forceLogin: true }, handles });
  expect(forced.linkRequest).toEqual({ handles, handle: "" });
});

it("offers nothing to who has linked none yet, nor for a request that is over", () => {
  const first = toView({ token: "t", found, handles: [] });
  expect(first.linkRequest?.handle).toBeUndefined();
  expect(toView({ token: "t", found: null, handles: [] })).toEqual({ token: "t", linkRequest: null });
});
