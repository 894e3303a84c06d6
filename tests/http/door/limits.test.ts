// The bounds of the front door, over real sockets: each is reached, refuses, and is free again whichever way a request ends.
import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeHttp, openFrontDoor, standBefore } from "~/http/door/front-door.server";
import { limits } from "~/http/door/limits.server";
import { isRefusingMajority } from "~/ground/telemetry/refused";
import { createTestApp, type TestApp } from "~tests/support/app";

let app: TestApp;
let server: Server;
let port: number;
let sockets: Socket[];
/** Requests that were let in and have no answer yet. */
let held: { path: string; response: ServerResponse }[];

/** What was asked of those behind the door. */
let reached: string[];

/** Smaller, so that a test reaches them. */
const max = {
  ...limits,
  headersTimeoutMs: 100,
  requestTimeoutMs: 200,
  uploadTimeoutMs: 800,
  checkEveryMs: 50,
  slowReaderMs: 200,
  maxPerConnection: 3,
  maxTogether: 5,
  maxPerSocket: 7,
  maxConnections: 9,
  maxHalfSent: 6,
  maxHalfSentPerAddress: 2,
  leastUpload: { leastBytes: 1_000, everyMs: 60_000 },
};

/** Stands for remix-serve's Express. What is asked for as held waits for the test; the rest is answered at once. */
function answer({ url = "" }: IncomingMessage, response: ServerResponse): void {
  reached.push(url);
  if (url.includes("held")) return void held.push({ path: url, response });
  response.writeHead(200).end(url === "/large" ? large : url);
}
const large = Buffer.alloc(64 * 1024 * 1024);

beforeEach(async () => {
  app = await createTestApp();
  [sockets, held, reached] = [[], [], []];
  await listen(max);
});

async function listen(bounds: typeof max): Promise<void> {
  server = createServer(answer);
  standBefore(server, app, bounds);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  await app.close();
});

interface Client {
  socket: Socket;
  /** All that has come so far. */
  read(): string;
  /** The statuses that have come so far. */
  statuses(): number[];
  isClosed(): boolean;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: linnet\r\n\r\n`;

/** Sends GET for each path at once, on a connection of its own. */
const send = (...paths: string[]) => sendText(paths.map(get).join(""));

function sendText(text: string): Client {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let [read, isClosed] = ["", false];
  socket.on("data", (piece) => (read += piece.toString("latin1").slice(0, 4_000)));
  socket.on("error", () => {}).once("close", () => (isClosed = true));
  socket.write(text);
  return {
    socket,
    read: () => read,
    statuses: () => [...read.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    isClosed: () => isClosed,
  };
}

const soon = { timeout: 10_000, interval: 5 };
const inFlight = (n: number) => vi.waitFor(() => expect(held).toHaveLength(n), soon);
const statuses = (client: Client, expected: number[]) =>
  vi.waitFor(() => expect(client.statuses()).toEqual(expected), soon);
const answerAll = () => held.splice(0).forEach(({ response }) => response.end("held"));

it("a connection has so many requests in flight and no more; the next is let in when they are answered", async () => {
  const client = send("/held/1", "/held/2", "/held/3", "/held/4", "/healthz");
  await inFlight(3);
  answerAll();
  await statuses(client, [200, 200, 200, 503, 200]);
  client.socket.write(get("/held/5"));
  await inFlight(1);
});

it("one address has so many on all of its connections, and leaves room for everybody else", async () => {
  await listenBehindProxy({ ...max, maxPerAddress: 4 });
  const from = (address: string, path: string) =>
    sendText(`GET ${path} HTTP/1.1\r\nHost: linnet\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  for (const n of [1, 2, 3, 4]) from("203.0.113.9", `/held/${n}`);
  await inFlight(4);
  await statuses(from("203.0.113.9", "/held/5"), [503]);
  await statuses(from("203.0.113.9", "/healthz"), [200]);
  from("198.51.100.1", "/held/6");
  await inFlight(5);
  answerAll();
  from("203.0.113.9", "/held/7");
  await inFlight(1);
});

it("where most addresses are refused the server knows it, and says so to its keeper", async () => {
  await listenBehindProxy({ ...max, maxConnections: 60 });
  const from = (address: string) =>
    sendText(`GET /held HTTP/1.1\r\nHost: linnet\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  for (const n of [1, 2, 3, 4, 5]) from(`203.0.113.${n}`);
  await inFlight(5);
  expect(isRefusingMajority(app.clock)).toBe(false);
  for (const n of [11, 12, 13, 14, 15, 16]) await statuses(from(`203.0.113.${n}`), [503]);
  expect(isRefusingMajority(app.clock)).toBe(true);
});

/** Through a proxy that is told of, so that one test has several clients. */
async function listenBehindProxy(bounds: typeof max): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
  app.config.trustProxy = 1;
  await listen(bounds);
}

const post = (address: string, path: string, length: number, body: string) =>
  sendText(
    `POST ${path} HTTP/1.1\r\nHost: linnet\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );

it("half-sent requests take nobody's place: an address has a few of them, and everything else goes on", async () => {
  await listenBehindProxy({ ...max, requestTimeoutMs: 60_000, uploadTimeoutMs: 60_000, maxConnections: 60 });
  for (const address of ["203.0.113.9", "203.0.113.10"]) for (const n of [1, 2]) post(address, `/held/${n}`, 9, "{");
  await inFlight(4);
  await statuses(post("203.0.113.9", "/held/3", 9, "{"), [503]);
  await statuses(post("203.0.113.9", "/held/4", 9, "{}       "), [503]);
  // The same client may ask for what has no body, and all others for anything.
  for (const n of [5, 6, 7, 8, 9]) sendText(get(`/held/${n}`));
  await inFlight(9);
  await statuses(post("198.51.100.1", "/after", 2, "{}"), [503]);
  answerAll();
  await statuses(post("198.51.100.1", "/after", 2, "{}"), [200]);
});

it("whose body has come is in flight as any other", async () => {
  await listenBehindProxy({ ...max, maxConnections: 60 });
  for (const n of [1, 2, 3, 4, 5]) post("203.0.113.9", `/held/${n}`, 2, "{}");
  await inFlight(5);
  await statuses(sendText(get("/late")), [503]);
  answerAll();
  await statuses(sendText(get("/late")), [200]);
});

it("a network of IPv6 is one address, whichever of its addresses ask", async () => {
  await listenBehindProxy({ ...max, requestTimeoutMs: 60_000, maxConnections: 60 });
  post("2001:db8:7:7::1", "/held/1", 9, "{");
  post("2001:db8:7:7:ffff::2", "/held/2", 9, "{");
  await inFlight(2);
  await statuses(post("2001:db8:7:7:1::3", "/held/3", 9, "{"), [503]);
  post("2001:db8:7:8::1", "/held/4", 9, "{");
  await inFlight(3);
});

it("an upload that comes too slowly is closed, and one that is steady is not, nor one that nobody reads yet", async () => {
  const leastUpload = { leastBytes: 1_000, everyMs: 1_000 };
  await listenBehindProxy({ ...max, uploadTimeoutMs: 60_000, maxConnections: 60, leastUpload });
  const [slow, steady] = [1, 2].map((n) => post(`203.0.113.${n}`, "/api/media?held", 90_000, "x"));
  const unread = post("203.0.113.3", "/api/media?held", 10_000_000, "x".repeat(1_000_000));
  const timer = setInterval(() => steady?.socket.write("x".repeat(600)), 50);
  try {
    await vi.waitFor(() => expect(slow?.statuses()).toEqual([408]), soon);
    await pause(2 * leastUpload.everyMs);
    expect([steady?.isClosed(), unread.isClosed()]).toEqual([false, false]);
  } finally {
    clearInterval(timer);
  }
  answerAll();
});

it("of what is refused before it has come little more is read, and its sender reads the answer", async () => {
  await listenBehindProxy({ ...max, uploadTimeoutMs: 60_000, requestTimeoutMs: 60_000, maxConnections: 60 });
  const silent = post("203.0.113.1", "/refused", 1_000_000, "x");
  const endless = post("203.0.113.2", "/refused", 100_000_000, "x");
  let written = 0;
  const more = () => {
    while (!endless.isClosed() && endless.socket.write("x".repeat(65_536))) written += 65_536;
    endless.socket.once("drain", more);
  };
  more();
  for (const client of [silent, endless]) {
    await statuses(client, [200]);
    await vi.waitFor(() => expect(client.isClosed()).toBe(true), soon);
  }
  expect(written).toBeLessThan(50_000_000);
});

it("all connections together have so many; probes are never refused, and others are free when it is answered", async () => {
  send("/held/1", "/held/2", "/held/3");
  send("/held/4", "/held/5");
  await inFlight(5);
  for (const probe of ["/healthz", "/healthz?now", "/healthz/"]) await statuses(send(probe), [200]);
  await statuses(send("/held/6"), [503]);
  answerAll();
  send("/held/7", "/held/8", "/held/9");
  send("/held/10", "/held/11");
  await inFlight(5);
  await statuses(send("/held/12"), [503]);
});

it.each([
  ["an endpoint's caller", "GET /api/bots", "*/*", "application/json; charset=utf-8", "{"],
  ["a browser that calls an endpoint", "POST /API/bots", "text/html", "application/json; charset=utf-8", "{"],
  ["a page's script", "GET /timeline.data", "*/*", "application/json; charset=utf-8", "{"],
  ["a person's browser", "POST /generate", "text/html,*/*;q=0.8", "text/plain; charset=utf-8", "The server"],
] as const)("what is too much is told to %s by the door itself", async (_who, line, accept, type, begin) => {
  send("/held/1", "/held/2", "/held/3");
  send("/held/4", "/held/5");
  await inFlight(5);
  const body = "x".repeat(20_000);
  const length = `Content-Length: ${line.startsWith("POST") ? body.length : 0}`;
  const head = [`${line} HTTP/1.1`, "Host: linnet", `Accept: ${accept}`, length].join("\r\n");
  const client = sendText(`${head}\r\n\r\n${line.startsWith("POST") ? body : ""}${get("/healthz")}`);
  await statuses(client, [503, 200]);
  const [refusal = "", said = ""] = client.read().split(/\r\n\r\n/);
  expect(refusal).toContain(`\r\nContent-Type: ${type}`);
  expect(refusal).toContain("\r\nRetry-After: 2\r\n");
  expect(refusal).toContain("\r\nCache-Control: no-store\r\n");
  expect(refusal).toContain("\r\nX-Content-Type-Options: nosniff\r\n");
  expect(refusal).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
  expect(said.slice(0, begin.length)).toBe(begin);
  expect(said).toContain("The server is busy. Try again in a moment.");
  const lines = app.logged.filter((one) => one.msg === "request" && one["status"] === 503);
  expect(lines).toMatchObject([{ path: line.split(" ")[1], method: line.split(" ")[0] }]);
  expect(reached.slice(5)).toEqual(["/healthz"]);
});

it("each request of a pipeline learns that its client is gone, also those behind the first", async () => {
  const client = send("/held/1", "/held/2", "/held/3");
  await inFlight(3);
  const gone: string[] = [];
  for (const { path, response } of held) response.on("close", () => gone.push(path));
  client.socket.destroy();
  await vi.waitFor(() => expect(gone.sort()).toEqual(["/held/1", "/held/2", "/held/3"]), soon);
});

it("what a client leaves behind counts no more, also what stood behind its first request, and has its line in the log", async () => {
  const leaving = send("/held/1", "/held/2", "/held/3");
  const staying = send("/held/4", "/held/5");
  await inFlight(5);
  leaving.socket.destroy();
  const lines = () => app.logged.filter((line) => line.msg === "request" && line["status"] === 0);
  await vi.waitFor(() => expect(lines()).toHaveLength(3), soon);
  held = held.filter(({ path }) => path >= "/held/4");
  send("/held/6", "/held/7", "/held/8");
  await inFlight(5);
  await statuses(send("/held/9"), [503]);
  answerAll();
  await statuses(staying, [200, 200]);
});

it("a connection asks so often and is closed then; what stood behind in its pipeline is nobody's work", async () => {
  const client = send(...Array.from({ length: 60 }, () => "/healthz"));
  await vi.waitFor(() => expect(client.isClosed()).toBe(true), soon);
  expect(client.statuses()).toEqual([200, 200, 200, 200, 200, 200, 200]);
  expect(client.read().match(/^Connection: close$/gim)).toHaveLength(1);
  expect(reached).toHaveLength(7);
});

describe("of connections", () => {
  /** Open, and with nothing to say. */
  async function fill(count: number): Promise<Client[]> {
    const clients = Array.from({ length: count }, () => sendText(""));
    await Promise.all(clients.map(({ socket }) => once(socket, "connect")));
    return clients;
  }
  /** With what it asked for; "" where it was closed without a word. */
  const told = async (client: Client): Promise<string> => {
    await vi.waitFor(() => expect(client.isClosed()).toBe(true), soon);
    return client.read();
  };

  it("so many are open at once; the next is told that there is too much to do, and is let in when one has gone", async () => {
    const [first] = await fill(9);
    const late = await told(send("/late"));
    expect(late).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(late).toMatch(/\r\nRetry-After: 2\r\n[^]*\r\n\r\nThe server is busy\./);
    first?.socket.destroy();
    await vi.waitFor(async () => {
      const client = send("/after");
      await vi.waitFor(() => expect(client.statuses()).toEqual([200]), { timeout: 100 });
    }, soon);
    expect(reached).not.toContain("/late");
  });

  it("what is sent beyond is read and answered by nobody, however long", async () => {
    await fill(9);
    const long = await told(
      sendText(`POST /late HTTP/1.1\r\nHost: linnet\r\nContent-Length: 300000\r\n\r\n${"x".repeat(300_000)}`),
    );
    expect(long).toMatch(/^HTTP\/1\.1 503 /);
    expect(reached).toEqual([]);
  });

  it("whether the server lives is told to whoever asks, however full it is", async () => {
    await fill(9);
    await statuses(send("/healthz"), [200]);
    await statuses(send("/readyz?"), [200]);
    await statuses(send("/healthzzz"), [503]);
    expect(reached).toEqual(["/healthz", "/readyz"]);
  });

  it("who says nothing beyond the bound is closed, and twice as many are the end", async () => {
    await fill(9);
    const silent = await fill(9);
    const dropped = send("/dropped");
    expect(await told(dropped)).toBe("");
    for (const client of silent) expect(await told(client)).toBe("");
    // The nine had nothing to say either, and are gone.
    await statuses(send("/after"), [200]);
  });
});

it("a client that takes nothing of its answer is closed, and its request counts no more", async () => {
  const slow = Array.from({ length: 5 }, () => send("/large"));
  for (const { socket } of slow) socket.pause();
  const ends = () => app.logged.filter((line) => line.msg === "request" && line["path"] === "/large");
  await vi.waitFor(() => expect(ends()).toHaveLength(5), soon);
  send("/held/1", "/held/2", "/held/3");
  send("/held/4", "/held/5");
  await inFlight(5);
});

it("a client whose answer takes its time is not", async () => {
  const client = send("/held/1");
  await inFlight(1);
  // Several times as long as a slow reader has.
  await once(server, "timeout");
  await once(server, "timeout");
  expect(client.isClosed()).toBe(false);
  answerAll();
  await statuses(client, [200]);
});

it("half-sent requests are closed soon: it is looked for them each second, not each half minute", async () => {
  const heads = send();
  heads.socket.write("GET /held/1 HTTP/1.1\r\nHost: linnet\r\nX-Slow: ");
  const bodies = send();
  bodies.socket.write("POST /held/2 HTTP/1.1\r\nHost: linnet\r\nContent-Length: 9\r\n\r\n{");
  for (const client of [heads, bodies]) await vi.waitFor(() => expect(client.isClosed()).toBe(true), soon);
  expect([heads.statuses(), bodies.statuses()]).toEqual([[408], [408]]);
});

it.each(["/api/media?size=picture", "/images"])(
  "what brings pictures to %s has longer, but not for ever",
  async (path) => {
    const slow = send();
    const other = send();
    const rest = "Host: linnet\r\nContent-Length: 9\r\n\r\n{";
    slow.socket.write(`POST ${path} HTTP/1.1\r\n${rest}`);
    other.socket.write(`POST ${path.replace(/(media|images)/, "$1-not")} HTTP/1.1\r\n${rest}`);
    await vi.waitFor(() => expect(other.isClosed()).toBe(true), soon);
    expect(slow.isClosed()).toBe(false);
    await vi.waitFor(() => expect(slow.isClosed()).toBe(true), soon);
  },
);

it("the server that remix-serve starts has all of them, and a long row of connections that wait to be taken", async () => {
  openFrontDoor(app);
  const backlogs: unknown[] = [];
  const read = (message: unknown) => backlogs.push((message as { options: { backlog?: number } }).options.backlog);
  diagnostics.subscribe("tracing:net.server.listen:asyncStart", read);
  const own = createServer(answer);
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  diagnostics.unsubscribe("tracing:net.server.listen:asyncStart", read);
  expect(backlogs).toEqual([4_096]);
  expect(own).toMatchObject({
    headersTimeout: 10_000,
    // Of uploads; what is none has 13 s by the door itself.
    requestTimeout: 60_000,
    connectionsCheckingInterval: 1_000,
    timeout: 30_000,
    maxRequestsPerSocket: 100,
    maxConnections: 2_000,
  });
  expect(limits).toMatchObject({ requestTimeoutMs: 13_000, maxPerConnection: 8, maxTogether: 128, maxPerAddress: 64 });
  expect(limits).toMatchObject({ maxHalfSentPerAddress: 8, leastUpload: { leastBytes: 65_536, everyMs: 10_000 } });
  await closeHttp();
  expect(own.listening).toBe(false);
});
