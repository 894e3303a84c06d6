// The files of public/ as the built app sends them: compressed, cached, and never the end of the process.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getAsSent } from "../../support/as-sent";
import { type BuiltServer, startServer } from "../../support/server";

const root = join(import.meta.dirname, "../../../public");
/** There when the server starts, and gone afterwards: as when somebody builds anew under a server that runs. */
const vanishing = `/build/vanishing-${process.pid}.js`;

let server: BuiltServer;
let asset = "";
beforeAll(async () => {
  for (const ending of ["", ".br", ".gz"]) writeFileSync(join(root, vanishing + ending), "export {};\n");
  try {
    server = await startServer();
  } finally {
    for (const ending of ["", ".br", ".gz"]) rmSync(join(root, vanishing + ending));
  }
  const page = await (await fetch(`${server.origin}/generate`)).text();
  asset = /\/build\/[^"]+\.js/.exec(page)?.[0] ?? "";
});
afterAll(() => server.close());

const get = (path: string, headers?: Record<string, string>, method?: string) =>
  getAsSent(server.origin + path, headers, method);

it("a file comes in the smallest form that is taken, and is the same in each", async () => {
  const whole = readFileSync(join(root, asset));
  const forms: [string, string | undefined, (body: Buffer) => Buffer][] = [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
    ["br;q=0.0, gzip;q=0", undefined, (body) => body],
    ["identity", undefined, (body) => body],
  ];
  for (const [accepted, encoding, open] of forms) {
    const { status, headers, body } = await get(asset, { "accept-encoding": accepted });
    expect(status, accepted).toBe(200);
    expect(headers["content-encoding"], accepted).toBe(encoding);
    // Where it is not compressed, Express names it by its older word.
    const type = encoding ? "text/javascript; charset=utf-8" : "application/javascript; charset=UTF-8";
    expect(headers["content-type"]).toBe(type);
    expect(headers.vary).toBe("Accept-Encoding");
    expect(Number(headers["content-length"])).toBe(body.length);
    expect(open(body).equals(whole), accepted).toBe(true);
  }
});

it("what a browser has already is not sent again, nor the body of a HEAD", async () => {
  const first = await get("/favicon.svg");
  expect(first.headers["content-type"]).toBe("image/svg+xml");
  expect(first.headers["cache-control"]).toBe("public, max-age=3600");
  const again = await get("/favicon.svg", { "if-none-match": first.headers.etag ?? "" });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const head = await get("/favicon.svg", {}, "HEAD");
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
    200,
    first.headers["content-length"],
    0,
  ]);
});

it("it comes whole, whatever part or condition is asked for, and nothing of that is printed", async () => {
  for (const range of ["bytes=5-2", "bytes=999999999-", "bytes=-0", "bytes=a-b", "lines=1-2", "bytes=0-1,1-0"])
    expect((await get(asset, { range, "if-match": '"x"' })).status, range).toBe(200);
  expect((await get("/healthz")).status).toBe(200);
  expect(server.log()).not.toMatch(/^\s+at /m);
});

it("one that has gone since the start is a 404, and the server goes on", async () => {
  const { status, headers, body } = await get(vanishing, { "accept-encoding": "gzip, deflate, br" });
  expect(status).toBe(404);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(brotliDecompressSync(body).toString()).toContain("Page not found");
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  expect(headers).toMatchObject({ "x-request-id": expect.any(String), "referrer-policy": "same-origin" });
  expect((await get("/healthz")).status).toBe(200);
});

it("nothing beside public/ can be had", async () => {
  const ways = [
    "/../package.json",
    "/%2e%2e/package.json",
    "/build/../../package.json",
    "/build/..%2f..%2fpackage.json",
  ];
  const folder = await get("/build");
  expect([folder.status, folder.headers.location]).toEqual([301, "/build/"]);
  for (const way of [...ways, "/build/", "//favicon.svg", "/constructor"]) {
    const { status, body } = await get(way);
    expect([400, 404], way).toContain(status);
    expect(body.toString(), way).not.toContain('"dependencies"');
  }
});
