// Bodies of tens of megabytes: refused after 64 KiB, and the rest passes through without being kept.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { register, type Visitor } from "../../support/people/browser";
import { type BuiltServer, startServer } from "../../support/server";

let server: BuiltServer;
let alice: Visitor;
beforeAll(async () => {
  server = await startServer();
  alice = await register(server.origin, "alice");
});
afterAll(() => server.close());

const megabyte = 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, "x");

/** What the process holds, in bytes. */
const resident = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) * 1024;

/** Sends a body to its end, with its length said before or not, and answers the status. */
function send(path: string, type: string, bytes: number, told: boolean): Promise<number> {
  const headers = {
    authorization: `Bearer ${alice.apiKey}`,
    "sec-fetch-site": "same-origin",
    "content-type": type,
    ...(told ? { "content-length": String(bytes) } : {}),
  };
  return new Promise((resolve, reject) => {
    const asked = request(server.origin + path, { method: "POST", headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject);
    Readable.from(pieces(bytes)).pipe(asked);
  });
}
function* pieces(bytes: number) {
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

const ways = [
  ["/api/questions/tweet", "application/json"],
  ["/generate", "application/x-www-form-urlencoded"],
] as const;

/** Sends one after another in each way, and answers the most that the process held meanwhile. */
async function sendAll(bytes: number): Promise<number> {
  let maxBytes = 0;
  const look = setInterval(() => (maxBytes = Math.max(maxBytes, resident())), 5);
  for (const [path, type] of ways)
    for (const told of [true, false]) expect(await send(path, type, bytes, told), path).toBe(413);
  clearInterval(look);
  return maxBytes;
}

it("of 30 MB each, they add at most 10 MB to what the process held for small ones", async () => {
  let before = 0;
  for (let n = 0; n < 10; n++) before = Math.max(before, await sendAll(megabyte));
  // The collector comes when it comes: of three times the least counts. Bodies that were kept would show each time.
  const held: number[] = [];
  for (let n = 0; n < 3; n++) held.push(await sendAll(30 * megabyte));
  expect((Math.min(...held) - before) / megabyte).toBeLessThanOrEqual(10);
});
