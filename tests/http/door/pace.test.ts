// A long answer is made at the speed of its client, compressed or not; a writer that waits for nothing, as Remix's, is no matter.
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as open, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { requestIdHeader } from "~/http/door/headers.server";
import { atClientSpeed, noteResponse } from "~/http/door/pace.server";

/** As remix-serve has it before Remix. */
const compression = createRequire(import.meta.url)("compression") as () => (
  ...handed: [...Parameters<RequestListener>, () => void]
) => void;

const piece = randomBytes(48_000).toString("base64");
const count = 200;

/** A server that answers each request with the pieces, and how far it has come. */
async function serve() {
  const made = { pieces: 0, hasEnded: false };
  async function* pieces() {
    try {
      for (; made.pieces < count; made.pieces += 1) yield piece;
    } finally {
      made.hasEnded = true;
    }
  }
  const compress = compression();
  const server = createServer((incoming, response) => {
    const id = randomUUID();
    noteResponse(id, response);
    compress(incoming, response, () => {
      response.setHeader("Content-Type", "application/json");
      const request = new Request("http://localhost/", { headers: { [requestIdHeader]: id } });
      void (async () => {
        for await (const one of atClientSpeed(request, pieces())) response.write(one);
        response.end();
      })();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (encoding: string) => {
    const request = open({ port, headers: { "Accept-Encoding": encoding } }).end();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return { answer, leave: () => request.destroy() };
  };
  return { made, ask };
}

/** Resolves once the number has stayed the same for a while. */
async function rest(made: { pieces: number }): Promise<number> {
  let before = -1;
  await expect
    .poll(
      () => {
        const isSame = made.pieces === before && before > 0;
        before = made.pieces;
        return isSame;
      },
      { interval: 200 },
    )
    .toBe(true);
  return made.pieces;
}

it.each(["identity", "gzip"])(
  "of an answer that is not read (%s) a part is made, and the rest once it is read",
  async (how) => {
    const { made, ask } = await serve();
    const { answer } = await ask(how);
    // The system keeps some for both ends of the connection: 12.8 MB are more than that.
    expect(await rest(made)).toBeLessThan(count - 50);
    expect(made.hasEnded).toBe(false);
    const body = await buffer(how === "gzip" ? answer.pipe(createGunzip()) : answer);
    expect(body.toString() === piece.repeat(count)).toBe(true);
    expect(made).toEqual({ pieces: count, hasEnded: true });
  },
);

it("it ends where the client has left", async () => {
  const { made, ask } = await serve();
  const { leave } = await ask("identity");
  await rest(made);
  leave();
  await expect.poll(() => made.hasEnded).toBe(true);
  expect(made.pieces).toBeLessThan(count);
});

it("a request that came another way gets every piece", async () => {
  async function* pieces() {
    yield* ["a", "b"];
  }
  const got: string[] = [];
  for await (const one of atClientSpeed(new Request("http://localhost/"), pieces())) got.push(one);
  expect(got).toEqual(["a", "b"]);
});
