// What becomes of a request that the door has let in: its turn of the loop, and nothing more once its client has left.
import type { EntryContext } from "@remix-run/node";
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeEach, expect, it, vi } from "vitest";
import handleRequest from "~/entry.server";
import { handOver } from "~/http/door/hand-over.server";

let server: Server;
/** What reached those behind the door, and in which turn of the loop. */
let reached: { url: string | undefined; turn: number }[];
let turn: number;

beforeEach(() => {
  [reached, turn] = [[], 0];
  server = createServer(({ url }) => reached.push({ url, turn }));
  handOver(server, ({ statusCode }) => statusCode === 503);
  const count = () => setImmediate(() => (turn += 1) < 1_000 && count());
  count();
});

/** Says to the server that a request has come, as Node does. */
function arrive(url: string, status = 200): ServerResponse {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  const response = new ServerResponse(request);
  response.statusCode = status;
  server.emit("request", request, response);
  return response;
}
const reaches = (urls: string[]) => vi.waitFor(() => expect(reached.map(({ url }) => url)).toEqual(urls));

it("requests that come at once are handed over one by one, and between two of them all sockets are read", async () => {
  for (const url of ["/1", "/2", "/3"]) arrive(url);
  await reaches(["/1", "/2", "/3"]);
  expect(new Set(reached.map(({ turn }) => turn)).size).toBe(3);
});

it("whoever asks whether the server lives doesn't wait for the pages before them", async () => {
  for (const url of ["/1", "/2", "/3", "/healthz", "/readyz?now"]) arrive(url);
  await reaches(["/1", "/healthz", "/2", "/readyz?now", "/3"]);
  expect(new Set(reached.map(({ turn }) => turn)).size).toBe(3);
});

it("a request whose client has left before its turn is not handed over", async () => {
  const [, second] = ["/1", "/2", "/3"].map((url) => arrive(url));
  second?.req.socket.destroy();
  await reaches(["/1", "/3"]);
});

it("a refusal takes no turn, and those behind the door don't see it", async () => {
  arrive("/1");
  const refused = arrive("/2", 503);
  expect(refused.writableEnded).toBe(true);
  arrive("/3");
  await reaches(["/1", "/3"]);
});

it.each([
  ["before", (leave: () => void) => leave()],
  ["while it waits for its turn", (leave: () => void) => void setImmediate(leave)],
])("a page whose client has left %s is not rendered", async (_when, later) => {
  const left = new AbortController();
  later(() => left.abort());
  // Nothing to render by: a rendering would throw.
  const context = { serverHandoffStream: new Response("").body } as unknown as EntryContext;
  const request = new Request("http://linnet/generate", { signal: left.signal });
  const answer = await handleRequest(request, 200, new Headers(), context);
  expect(answer.body).toBeNull();
});
