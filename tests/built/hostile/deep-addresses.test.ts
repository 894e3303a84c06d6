// Addresses of thousands of parts, as anybody may ask for them: each is one look-up among the routes, as a short one is.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltServer, startServer } from "../../support/server";

let server: BuiltServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const deep = "/a".repeat(5_000);

// A look-up for each part took some 20 s for one of them, in which nothing else was answered.
it.each([
  ["a page", deep],
  ["a page's data", `${deep}.data`],
  ["a page of settings", `/settings${deep}`],
  ["a call", `/api${deep}`],
  ["what Remix asks for routes by", `/__manifest?version=x&p=${deep}`],
])("thirty of them, as %s, are answered and keep nobody waiting", async (_, path) => {
  for (let n = 0; n < 30; n += 1) {
    const answer = await fetch(`${server.origin}${path}`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(404);
    await answer.text();
  }
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});

it("Remix's address for routes is none: with it one address could name thousands", async () => {
  const page = await (await fetch(`${server.origin}/generate`)).text();
  const version = /manifest-([0-9A-F]+)\.js/.exec(page)?.[1]?.toLowerCase() ?? "";
  expect(version).not.toBe("");
  for (const query of [`version=${version}&p=/generate`, `version=${version}`, ""])
    expect((await fetch(`${server.origin}/__manifest?${query}`)).status).toBe(404);
});
