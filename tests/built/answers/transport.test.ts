// How an answer of Remix's travels: compressed where the client takes it, whole, or not at all.
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAsSent } from "../../support/as-sent";
import { type BuiltServer, eventually, startServer } from "../../support/server";

let server: BuiltServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  getAsSent(server.origin + path, headers, method);

describe("a page, and what a script asks for in its place", () => {
  const undo = { br: brotliDecompressSync, gzip: gunzipSync };

  it.each([
    ["/generate", "gzip, deflate, br", "br"],
    ["/generate", "gzip", "gzip"],
    ["/generate", "br;q=0, gzip", "gzip"],
    ["/timeline.data", "gzip", "gzip"],
    ["/no/such/page", "br", "br"],
    ["/api/openapi.json", "br", "br"],
  ] as const)("%s for who takes %s comes as %s", async (path, accepted, encoding) => {
    const plain = await ask(path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const { status, headers, body } = await ask(path, { "accept-encoding": accepted });
    expect(status).toBe(plain.status);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(body.length).toBeLessThan(plain.body.length / 1.5);
    // Each page has a nonce of its own.
    const read = (bytes: Buffer) => bytes.toString().replaceAll(/nonce="[^"]+"/g, "");
    expect(read(undo[encoding](body)).length).toBe(read(plain.body).length);
    for (const answer of [plain, { headers }]) {
      expect(answer.headers["vary"]).toBe(
        path.startsWith("/api/") ? "Accept-Encoding" : "Accept-Language, Accept-Encoding",
      );
      expect(answer.headers["content-type"]).toMatch(/; charset=utf-8$/);
    }
  });

  it("is not compressed where that would save nothing", async () => {
    const { headers, body } = await ask("/healthz", { "accept-encoding": "br, gzip" });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(body.toString())).toMatchObject({ healthy: true });
  });

  it("has a head without a body", async () => {
    const { status, headers, body } = await ask("/generate", { "accept-encoding": "gzip" }, "HEAD");
    expect(status).toBe(200);
    expect(body.length).toBe(0);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

it("a client that leaves before its answer is out harms nobody, and has its line in the log", async () => {
  const before = server.log().length;
  const leave = (week: number) =>
    new Promise<void>((resolve) => {
      const asked = request(`${server.origin}/timeline?week=${week}`, { headers: { "accept-encoding": "br" } });
      asked.on("error", () => resolve()).on("close", () => resolve());
      // Some before a page is begun, some while it is rendered or compressed.
      asked.end(() => setTimeout(() => asked.destroy(), week % 12));
    });
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 12 }, (_, week) => leave(week)));
  const lines = () => server.log().slice(before);
  await eventually("one that had no answer is told with status 0", () => lines().includes('"status":0'));
  expect((await ask("/healthz")).status).toBe(200);
  expect(lines()).not.toContain('"level":"error"');
});
