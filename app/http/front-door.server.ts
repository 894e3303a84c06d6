// The front door: what each request meets first, and the listener in the place of remix-serve's Express.
import { randomUUID } from "node:crypto";
import diagnostics from "node:diagnostics_channel";
import http, { type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import { isIP, type Socket } from "node:net";
import { seconds } from "~/duration";
import { answerUnreadable } from "./unreadable.server";

export interface FrontDoorRules {
  https: boolean;
  /** How many proxies in front are believed about the client's address. */
  trustProxy: number;
  answer: (request: IncomingMessage, response: ServerResponse) => void;
}

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  server: Server;
}

/** What the front door tells the handlers, in headers that no client can set. */
export const peerHeader = "x-linnet-peer";
export const requestIdHeader = "x-request-id";
/** A foreign Origin, moved out of Remix's sight: it would answer a bare 500, our guard answers 403. */
export const foreignOriginHeader = "x-linnet-origin";
/** "1" where any header says that a proxy passed it on. */
export const forwardedHeader = "x-linnet-forwarded";
/** The method as it came, where Remix could not bear it. */
export const methodHeader = "x-linnet-method";
/** A path that no endpoint has: what is malformed is sent there to be answered in the app's own words. */
export const malformedPath = "/api/malformed-url";
const unknownPath = "/api/unknown";

// remix-serve loads the build anew in dev: the channel is subscribed once, and the rules are looked up at each request.
const place = globalThis as typeof globalThis & { __linnetDoor?: { rules: FrontDoorRules; server: Server | null } };

export function openFrontDoor(rules: FrontDoorRules): void {
  if (place.__linnetDoor) {
    place.__linnetDoor.rules = rules;
    return;
  }
  const door = { rules, server: null as Server | null };
  place.__linnetDoor = door;
  hurryServers();
  diagnostics.subscribe("http.server.request.start", (message) => {
    const arrival = message as Arrival;
    door.server = arrival.server;
    admit(arrival, door.rules);
  });
}

/** Half-sent requests are closed: Node itself waits for 60 and 300 s, and looks each half minute. */
const patience = {
  headersTimeout: seconds(10),
  requestTimeout: seconds(13),
  connectionsCheckingInterval: seconds(1),
} satisfies ServerOptions;

/**
 * The server that Express will make has no options, and how often it looks can't be said to it later: the function that
 * it is made by is told instead, for the next server alone, and gives it our listener in Express's place. The build is
 * loaded before remix-serve listens.
 */
function hurryServers(): void {
  const create = http.createServer;
  const hurried = (...given: unknown[]): Server => {
    http.createServer = create;
    const options = given.find((one) => typeof one === "object");
    const server = create({ ...options, ...patience }, (request, response) =>
      place.__linnetDoor?.rules.answer(request, response),
    );
    return server.on("clientError", answerUnreadable);
  };
  http.createServer = hurried as typeof http.createServer;
}

function admit({ request, response, socket }: Arrival, rules: FrontDoorRules): void {
  const { headers } = request;
  headers[foreignOriginHeader] = undefined;
  headers[methodHeader] = undefined;
  headers[peerHeader] = clientAddress(headers["x-forwarded-for"], socket.remoteAddress ?? "", rules.trustProxy);
  headers[forwardedHeader] = Object.keys(headers).some((name) => proxyHeaders.test(name)) ? "1" : undefined;
  // Nobody may believe this one; the public origin comes from the configuration alone.
  delete headers["x-forwarded-host"];
  const id = randomUUID();
  headers[requestIdHeader] = id;
  response.setHeader("X-Request-Id", id);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  if (rules.https) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host)) {
    headers[foreignOriginHeader] = headers.origin;
    delete headers.origin;
  }
  response.once("finish", () => discardRest(request));
  request.url = addressFor(request.url ?? "/");
  if (headers.host !== undefined && !isHost(headers.host)) {
    headers.host = "localhost";
    request.url = malformedPath;
  }
  // Fetch forbids TRACE, and Remix's router knows only a few methods: the others meet the app's own 405.
  const { method = "GET" } = request;
  if (!ordinary.has(method)) {
    request.method = "OPTIONS";
    headers[methodHeader] = method;
  }
}

/** What proxies add, each in its own way. */
const proxyHeaders =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fly-client-ip)$/;

const mostDiscarded = 1024 * 1024;
const lingers = seconds(2);

/**
 * What was refused before its body was read: the rest must leave the connection, or its next request is never seen. Of
 * a long one no more is read: the connection ends, and lingers so that the client can still read the answer.
 */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  let left = mostDiscarded;
  request.removeAllListeners("data");
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.pause();
    socket.end();
    setTimeout(() => socket.destroy(), lingers).unref();
  });
  request.resume();
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;

const ordinary = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A name with a port at most: the request's URL is built with it. */
const isHost = (host: string): boolean => /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}/`);

/** The URL as the router may see it. */
export function addressFor(url: string): string {
  if (!isWellFormed(url)) return malformedPath;
  const [asked = "", query] = url.split(/\?(.*)/s, 2);
  // The router's "*" sees no further than a line's end, escaped or not; escaped twice, such an id is still nobody's.
  const path = asked.replace(lineEnds, (end) => end.replaceAll("%", "%25"));
  const isApi = /^\/api\//i.test(path);
  // Remix's own ways to ask for a page's data: an API route has none, and would answer in a form of Remix's.
  if (isApi && path.endsWith(".data")) return unknownPath;
  if (!query?.includes("_data")) return query === undefined ? path : `${path}?${query}`;
  const kept = query.split("&").filter((pair) => !/^_data(=|$)/.test(pair));
  return kept.length > 0 ? `${path}?${kept.join("&")}` : path;
}

/** LF, CR, U+2028 and U+2029. */
const lineEnds = /%0[ad]|%e2%80%a[89]/gi;

function isWellFormed(url: string): boolean {
  if (!url.startsWith("/") || url.startsWith("//")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** The address `trustProxy` hops before us; without trusted proxies the socket's own, whatever a header says. */
export function clientAddress(forwarded: string | string[] | undefined, peer: string, trustProxy: number): string {
  if (trustProxy === 0 || !forwarded) return peer;
  const hops = [forwarded].flat().join(",").split(",");
  const hop = (hops.at(-trustProxy) ?? hops[0] ?? "").trim();
  // Some proxies write the port beside it.
  const address = hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1").replace(/^\[(.+)\](?::\d+)?$/, "$1");
  return isIP(address) ? address : peer;
}

/** Stops listening and resolves when the last answer is out; at once where no request ever came. */
export async function closeHttp(): Promise<void> {
  const server = place.__linnetDoor?.server;
  if (!server) return;
  const closed = new Promise<void>((resolve) => {
    if (server.listening) server.close(() => resolve());
    else server.once("close", resolve);
  });
  server.closeIdleConnections();
  await closed;
}
