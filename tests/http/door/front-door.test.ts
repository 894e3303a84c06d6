// The front door: whose address a request bears.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressFor, clientAddress } from "~/http/door/address.server";
import { foldAddress } from "~/features/rate-limits/rate-limits.server";

describe("the client's address", () => {
  it.each<[string, string | undefined, number, string]>([
    ["is the socket's while no proxy is trusted, whatever the header says", "1.1.1.1", 0, "10.0.0.9"],
    ["is the socket's where there is no header", undefined, 1, "10.0.0.9"],
    ["is what the one trusted proxy saw, not what the client wrote before it", "6.6.6.6, 1.2.3.4", 1, "1.2.3.4"],
    ["is what the outer one of two trusted proxies saw", "6.6.6.6, 1.2.3.4, 10.0.0.2", 2, "1.2.3.4"],
    ["is the first where fewer came through than are trusted", "1.2.3.4", 3, "1.2.3.4"],
    ["is read without the port that some proxies add", "1.2.3.4:5678", 1, "1.2.3.4"],
    ["is read out of its brackets", "[2001:db8::1]:443", 1, "2001:db8::1"],
    ["is the socket's where the header holds no address", "unknown", 1, "10.0.0.9"],
    ["is the socket's where the header holds nonsense", "1.2.3.4\r\nX: y", 1, "10.0.0.9"],
  ])("%s", (_how, forwarded, trusted, address) => {
    expect(clientAddress(forwarded, "10.0.0.9", trusted)).toBe(address);
  });

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["2001:DB8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("%s counts as %s", (address, counted) => {
    expect(foldAddress(address)).toBe(counted);
  });
});

describe("the address that the router sees", () => {
  it.each([
    ["/api/questions/batch/1?api_key=k", "/api/questions/batch/1?api_key=k"],
    ["/generate?", "/generate"],
    ["/a/%E0%A4%A", "/api/malformed-url"],
    ["//evil.example/", "/api/malformed-url"],
    ["/api/users/login.data", "/api/unknown"],
    ["/timeline?_data=x&week=2026-11-16", "/timeline?week=2026-11-16"],
    ["/timeline?_data=x", "/timeline"],
    ["/timeline?%5Fdata=x", "/timeline"],
    ["/timeline?a=1&_dat%61&b=%00", "/timeline?a=1&b=%EF%BF%BD"],
    ["/\\evil.example", "/api/malformed-url"],
    ["/generate\\x", "/api/malformed-url"],
    ["/generate//x", "/api/malformed-url"],
    ["/generate//", "/api/malformed-url"],
    ["/..//evil.example", "/api/malformed-url"],
    ["/generate/%2e%2e//evil.example", "/api/malformed-url"],
    ["/timeline?_data#=x", "/api/malformed-url"],
    ["/generate?x=\\&y=//", "/generate?x=\\&y=//"],
    ["/a/../api/users/login.data", "/api/unknown"],
    ["/%61pi/users/login.data", "/api/unknown"],
    ["/api/questions/batch/a%0Ab?x=%0A", "/api/questions/batch/a%250Ab?x=%0A"],
    ["/api/questions/batch/%0d%e2%80%a8%E2%80%A9", "/api/questions/batch/%250d%25e2%2580%25a8%25E2%2580%25A9"],
  ])("%s is %s", (asked, seen) => {
    expect(addressFor(asked)).toBe(seen);
  });

  const part = fc.constantFrom(
    ...["/", "//", "\\", "..", ".", "%2e", "%2F", "%5c", "?", "&", "#", "=", "_data", "%5Fdata", "_dat%61", ".data"],
    ...["api", "%61pi", "evil.example", "@", ":", "%00", "%0A", "x", "'", "+"],
  );
  it("is on this host, asks for nothing of Remix's own, and is read the same by everybody behind it", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const seen = addressFor(`/${parts.join("")}`);
        const read = new URL(seen, "http://linnet.example");
        expect(read.host).toBe("linnet.example");
        expect(read.pathname + read.search).toBe(seen);
        expect(read.searchParams.has("_data")).toBe(false);
        // As a link of the page does, which has the page's own path before its query.
        expect(new URL(`${read.pathname}?panel=help`, "http://linnet.example").host).toBe("linnet.example");
        const isApi = /^\/api\//i.test(decodeURIComponent(read.pathname));
        expect(isApi && read.pathname.endsWith(".data")).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });
});
