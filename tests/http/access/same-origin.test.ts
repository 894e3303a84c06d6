// Whether a request that changes something came from our own pages, by each header that tells.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSameOrigin } from "~/http/session/same-origin.server";
import { createTestApp, type TestApp } from "~tests/support/app";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { APP_ORIGIN: "https://linnet.example" } });
});
afterAll(() => app.close());

/** Asked behind a proxy that names another host than people see. */
const from = (headers: Record<string, string>) =>
  isSameOrigin(
    app,
    new Request("http://10.0.0.7:3000/", { method: "POST", headers: { host: "10.0.0.7:3000", ...headers } }),
  );

describe("the browser's own word decides where it gives one", () => {
  it.each([
    ["same-origin", true],
    ["same-site", false],
    ["cross-site", false],
    ["none", false],
  ])("%s: %s", (site, isOurs) => {
    expect(from({ "sec-fetch-site": site })).toBe(isOurs);
    // Whatever the origin says beside it.
    expect(from({ "sec-fetch-site": site, origin: isOurs ? "https://evil.example" : "https://linnet.example" })).toBe(
      isOurs,
    );
  });
});

describe("without it the origin's host is the request's own, or that of APP_ORIGIN", () => {
  it.each([
    ["http://10.0.0.7:3000", true],
    ["https://linnet.example", true],
    ["http://10.0.0.7:3001", false],
    ["https://linnet.example:8443", false],
    ["https://www.linnet.example", false],
    ["https://evil.example", false],
    ["null", false],
    ["not an address", false],
  ])("%s: %s", (origin, isOurs) => {
    expect(from({ origin })).toBe(isOurs);
  });
});

it("a request with neither header is nobody's", () => {
  expect(from({})).toBe(false);
});
