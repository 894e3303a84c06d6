// A download through the front door, Express, its compression and Remix is made at the speed of its client.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as open, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { createReadableStreamFromReadable, type ServerBuild } from "@remix-run/node";
import { expect, it, onTestFinished } from "vitest";
import { standBefore } from "~/http/door/front-door.server";
import { atClientSpeed } from "~/http/door/pace.server";
import { createTestApp } from "~tests/support/app";

/** The libraries that remix-serve itself loads. */
const load = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
const express = load("express") as () => RequestListener & {
  use(part: unknown): void;
  all(path: string, part: unknown): void;
};
const compression = load("compression") as () => unknown;
const { createRequestHandler } = load("@remix-run/express") as { createRequestHandler(options: unknown): unknown };

/** 200 of them are 12.8 MB: more than the system keeps for both ends of a connection. */
const piece = randomBytes(48_000).toString("base64");
const count = 200;

/** A server that answers every request with the pieces, and how far it has come. */
async function serve() {
  const made = { pieces: 0, hasEnded: false };
  async function* pieces() {
    try {
      for (; made.pieces < count; made.pieces += 1) yield piece;
    } finally {
      made.hasEnded = true;
    }
  }
  const loader = ({ request }: { request: Request }) => {
    const paced = Readable.from(atClientSpeed(request, pieces()), { objectMode: false });
    return new Response(createReadableStreamFromReadable(paced), { headers: { "Content-Type": "application/json" } });
  };
  const build = {
    mode: "production",
    routes: { all: { id: "all", path: "*", module: { loader, action: loader } } },
    entry: { module: { default: () => new Response("no page") } },
    assets: { version: "", url: "", entry: { module: "", imports: [] }, routes: {} },
    future: { v3_singleFetch: true },
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
  } as unknown as ServerBuild;
  const served = express();
  served.use(compression());
  served.all("*", createRequestHandler({ build, mode: "production" }));
  const app = await createTestApp();
  const server = createServer(served);
  standBefore(server, app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (encoding: string) => {
    const request = open({ host: "127.0.0.1", port, headers: { "Accept-Encoding": encoding } }).end();
    request.on("error", () => {});
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return { answer, leave: () => request.destroy() };
  };
  return { made, ask };
}

/** Resolves with how many are made once no more are. */
async function rest(made: { pieces: number }): Promise<number> {
  let before = -1;
  const isAtRest = () => {
    const isSame = made.pieces === before && before > 0;
    before = made.pieces;
    return isSame;
  };
  await expect.poll(isAtRest, { interval: 200, timeout: 20_000 }).toBe(true);
  return made.pieces;
}

it.each(["identity", "gzip"])(
  "a download that nobody reads (%s) is made in part, and whole once it is read",
  async (how) => {
    const { made, ask } = await serve();
    const { answer } = await ask(how);
    expect(await rest(made)).toBeLessThan(count - 50);
    expect(made.hasEnded).toBe(false);
    expect(answer.headers["content-encoding"] ?? "identity").toBe(how);
    const body = await buffer(how === "gzip" ? answer.pipe(createGunzip()) : answer);
    expect(body.toString() === piece.repeat(count)).toBe(true);
    expect(made).toEqual({ pieces: count, hasEnded: true });
  },
);

it("a download ends where its client has left", async () => {
  const { made, ask } = await serve();
  const { leave } = await ask("identity");
  await rest(made);
  leave();
  await expect.poll(() => made.hasEnded).toBe(true);
  expect(made.pieces).toBeLessThan(count);
});

it("a request that came by no front door gets every piece", async () => {
  async function* pieces() {
    yield* ["a", "b"];
  }
  const got: string[] = [];
  for await (const one of atClientSpeed(new Request("http://localhost/"), pieces())) got.push(one);
  expect(got).toEqual(["a", "b"]);
});
