// A receiver that is slow, or says too much: it is given up after 15 seconds in all, and no more than a little is read.
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createRawServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postGuarded } from "~/ports/receiver/guarded.server";

let server: Server;
let answer: (response: ServerResponse) => void;
let written: number;
beforeEach(async () => {
  written = 0;
  server = createServer((request, response) => {
    request.resume();
    request.on("end", () => answer(response));
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const call = (signal = new AbortController().signal, port = (server.address() as AddressInfo).port) =>
  postGuarded(
    `http://127.0.0.1:${port}/`,
    { headers: {}, body: '{"ü":1}' },
    { owner: "alice", allowed: "home", signal, now: () => 0 },
  );

/** One byte every so often, for ever. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write("."), 20);
  response.on("close", () => clearInterval(timer));
}

it("an answer that drips is given up when its time is over, though it never falls silent", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const limit = new AbortController();
  timeout.mockReturnValue(limit.signal);
  answer = (response) => {
    response.writeHead(200);
    drip(response);
  };
  const calling = call();
  setTimeout(() => limit.abort(), 300);
  expect(await calling).toEqual({ kind: "unreachable", reason: "timeout" });
  expect(timeout.mock.calls).toEqual([[15_000]]);
});

it("of an answer of 60 kB no more is read than it takes to know that it is one", async () => {
  const chunk = "x".repeat(600);
  answer = (response) => {
    response.writeHead(200);
    const more = (): void => {
      if (written >= 60_000 || response.destroyed) return void response.end();
      written += chunk.length;
      response.write(chunk, () => setTimeout(more, 5));
    };
    more();
  };
  expect(await call()).toEqual({ kind: "answered", status: 200, retryAfterMs: null });
  expect(written).toBeLessThan(20_000);
});

it("the words of an answer that ends too early are no answer", async () => {
  answer = (response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half");
    setTimeout(() => response.destroy(), 20);
  };
  expect(await call()).toEqual({ kind: "unreachable", reason: "network" });
});

/** What a receiver can say in its own words, and what is made of it; null: it stays on the line, silent. */
const inWords: Record<string, [says: string, isOver: boolean, is: object]> = {
  "another protocol": [
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    false,
    { kind: "answered", status: 101 },
  ],
  "101 without a protocol, and ends": ["HTTP/1.1 101 Switching\r\n\r\n", true, { kind: "answered", status: 101 }],
  "101 without a protocol, and stays": ["HTTP/1.1 101 Switching\r\n\r\n", false, { kind: "answered", status: 101 }],
  "100 and nothing more": ["HTTP/1.1 100 Continue\r\n\r\n", false, { kind: "unreachable", reason: "timeout" }],
  "103, 103 and an end": [
    "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2),
    true,
    { kind: "unreachable", reason: "network" },
  ],
  "half a head": ["HTTP/1.1 200 OK\r\ncontent-le", true, { kind: "unreachable", reason: "network" }],
  "half a body, and stays": [
    "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nha",
    false,
    { kind: "unreachable", reason: "timeout" },
  ],
  "two answers": [
    "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 500 No\r\n\r\n",
    true,
    { kind: "answered", status: 200 },
  ],
  "no HTTP": ["SSH-2.0-OpenSSH\r\n", false, { kind: "unreachable", reason: "network" }],
  nothing: ["", false, { kind: "unreachable", reason: "timeout" }],
  "an end": ["", true, { kind: "unreachable", reason: "network" }],
};

it.each(Object.entries(inWords))(
  "whoever says %s has an end, and holds nobody's place",
  async (_, [says, isOver, is]) => {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    const sockets: Socket[] = [];
    const raw = createRawServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(says);
        if (isOver) socket.end();
        setTimeout(() => limit.abort(), 300);
      });
    });
    await new Promise<void>((done) => void raw.listen(0, "127.0.0.1", done));
    try {
      expect(await call(undefined, (raw.address() as AddressInfo).port)).toMatchObject(is);
      // Nothing of it is left open on this side either.
      await vi.waitFor(() => expect(sockets.every(({ destroyed }) => destroyed)).toBe(true));
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => raw.close(done));
    }
  },
);

it("a server that stops says so, and a receiver that is not there is not reached", async () => {
  answer = () => undefined;
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  expect(await call(stop.signal)).toEqual({ kind: "unreachable", reason: "stopped" });
  answer = (response) => void response.socket?.destroy();
  expect(await call()).toEqual({ kind: "unreachable", reason: "network" });
});

it("what is answered, and when one may ask again, is read from the head", async () => {
  answer = (response) => void response.writeHead(429, { "retry-after": "7" }).end();
  expect(await call()).toEqual({ kind: "answered", status: 429, retryAfterMs: 7_000 });
});
