// Who sent a request: the address that the front door saw, written as people know it, and nothing else of the request.
import { expect, it } from "vitest";
import { peerHeader } from "~/http/door/headers.server";
import { addressOf, clientOf } from "~/http/session/client-address.server";

const request = (headers: Record<string, string>) => new Request("http://localhost/", { headers });

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:192.0.2.7", "192.0.2.7"],
  ["2001:db8::7", "2001:db8::7"],
  ["::ffff:c000:207", "::ffff:c000:207"],
])("the address %s is told as %s", (peer, address) => {
  expect(addressOf(request({ [peerHeader]: peer }))).toBe(address);
});

it("without the front door there is none, whatever other headers say", () => {
  const forged = request({ "x-forwarded-for": "192.0.2.66", "x-real-ip": "192.0.2.66", "user-agent": "curl/8" });
  expect(clientOf(forged)).toEqual({ address: "", userAgent: "curl/8" });
});
