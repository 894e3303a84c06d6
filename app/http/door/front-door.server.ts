// Prepares and limits each request before remix-serve's Express; refuses only overload.
import { randomUUID } from "node:crypto";
import diagnostics from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { App } from "~/app.server";
import { foldAddress } from "~/features/rate-limits/rate-limits.server";
import { noteForwarded } from "~/ground/telemetry/forwarded";
import { noteArrival } from "~/ground/telemetry/refused";
import { seconds } from "~/ground/time/duration";
import { addressFor, clientAddress, countHeaders, isHost } from "./address.server";
import { setDefaultPolicy } from "./default-policy.server";
import { handOver } from "./hand-over.server";
import {
  foreignOriginHeader,
  forwardedHeader,
  malformedPath,
  methodHeader,
  peerHeader,
  requestIdHeader,
  unknownMethodPath,
} from "./headers.server";
import { type Arrival, boundServer, isUpload, limits, type Limits, type Traffic } from "./limits.server";
import { openPrecompressed } from "./precompressed.server";
import { tellListening } from "./listening.server";
import { noteResponse } from "./pace.server";
import { followRequest, silenceMorgan } from "./request-log.server";
import { takeBeforeClosing } from "./take-before-closing.server";

export type FrontDoorApp = Pick<App, "config" | "clock" | "log">;

interface Door {
  app: FrontDoorApp;
  traffic: Traffic;
  namePrecompressed: ReturnType<typeof openPrecompressed>;
}

const closesEveryMs = 20;

interface Place {
  app: FrontDoorApp;
  door: Door | null;
  server: Server | null;
  closed: Promise<void>;
}

// remix-serve reloads the build in dev. Channels are subscribed once and read the current build here.
const place = globalThis as typeof globalThis & { __linnetDoor?: Place };

/** Attaches to the next server that listens. Call it before remix-serve listens. */
export function openFrontDoor(app: FrontDoorApp): void {
  if (place.__linnetDoor) {
    place.__linnetDoor.app = app;
    if (place.__linnetDoor.door) place.__linnetDoor.door.app = app;
    return;
  }
  const own: Place = { app, door: null, server: null, closed: Promise.resolve() };
  place.__linnetDoor = own;
  silenceMorgan();
  // Some limits can be set only just before the server listens.
  diagnostics.subscribe("tracing:net.server.listen:asyncStart", (message) => {
    const { server, options } = message as { server: unknown; options: { backlog?: number } };
    if (own.server || !(server instanceof Server)) return;
    own.server = server;
    own.closed = new Promise((resolve) => void server.once("close", resolve));
    options.backlog = limits.backlog;
    own.door = standBefore(server, own.app);
    takeBeforeClosing(server);
    tellListening(server, own.app);
  });
}

const doors = new WeakMap<Server, Door>();
const refused = new WeakSet<ServerResponse>();

export function standBefore(server: Server, app: FrontDoorApp, max: Limits = limits): Door {
  const made = { app, traffic: boundServer(server, max), namePrecompressed: openPrecompressed(app.config) };
  doors.set(server, made);
  handOver(server, (response) => refused.has(response));
  subscribe();
  return made;
}

let hasSubscribed = false;
function subscribe(): void {
  if (hasSubscribed) return;
  hasSubscribed = true;
  diagnostics.subscribe("http.server.request.start", (message) => {
    const arrival = message as Arrival & { server: Server };
    const door = doors.get(arrival.server);
    if (door) prepare(arrival, door);
  });
}

function prepare(arrival: Arrival, { app, traffic, namePrecompressed }: Door): void {
  const { request, response, socket } = arrival;
  const { headers } = request;
  const { https, trustProxy } = app.config;
  // Logging a pipeline of thousands would delay other requests.
  if (traffic.isPastLimit(arrival)) return;
  const address = clientAddress(headers["x-forwarded-for"], socket.remoteAddress ?? "", trustProxy);
  const folded = foldAddress(address);
  const isAdmitted = traffic.admit(arrival, folded, followRequest(app, request, response));
  if (!isAdmitted) refused.add(response);
  noteArrival(app.clock, folded, !isAdmitted);
  headers[foreignOriginHeader] = undefined;
  headers[methodHeader] = undefined;
  headers[peerHeader] = address;
  headers[forwardedHeader] = Object.keys(headers).some((name) => proxyHeaders.test(name)) ? "1" : undefined;
  if (headers[forwardedHeader] !== undefined && trustProxy === 0 && noteForwarded()) app.log.warn(untrustedProxy);
  // Spoofable; the public origin comes from the configuration.
  delete headers["x-forwarded-host"];
  // Remix drops empty headers, but an empty key must be refused, so it is sent quoted.
  for (const name of neverEmpty) if (headers[name] === "") headers[name] = '""';
  // No response supports ranges, and Express would print a stack trace for an unmet one.
  for (const name of conditions) headers[name] = undefined;
  // The API checks If-Match itself on requests that change something.
  if (isReading(request.method)) headers["if-match"] = undefined;
  const id = randomUUID();
  headers[requestIdHeader] = id;
  noteResponse(id, response);
  response.setHeader("X-Request-Id", id);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  setDefaultPolicy(response);
  if (https) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host)) {
    headers[foreignOriginHeader] = headers.origin;
    delete headers.origin;
  }
  response.once("finish", () => discardRest(request));
  // Without a listener, a write to a closed connection would end the process.
  response.on("error", () => {});
  request.url = addressFor(request.url ?? "/");
  if (headers.host !== undefined && (!isHost(headers.host) || countHeaders(request.rawHeaders, "host") > 1)) {
    headers.host = "localhost";
    request.url = malformedPath;
  }
  // Fetch forbids TRACE and Remix supports few methods; the app answers the others with 405.
  const { method = "GET" } = request;
  if (!ordinary.has(method)) {
    request.method = "OPTIONS";
    headers[methodHeader] = method;
  }
  // Remix would run a page's loader for OPTIONS.
  if (request.method === "OPTIONS" && !tellsMethods.test(request.url)) request.url = unknownMethodPath;
  if (isAdmitted) namePrecompressed(request, response);
}

const untrustedProxy =
  "a request came through a proxy, and TRUST_PROXY is 0: everybody counts as one address; set it to the number of proxies";

const proxyHeaders =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fly-client-ip)$/;

const neverEmpty = ["idempotency-key", "if-match"] as const;
const conditions = ["range", "if-range", "if-unmodified-since"] as const;
const isReading = (method: string | undefined): boolean => method === "GET" || method === "HEAD";

/** Bytes still read after a refusal. Anonymous uploads are cut off sooner. */
const maxDiscarded = { usual: 1024 * 1024, upload: 64 * 1024 };
const discardsFor = seconds(1);
const lingerMs = seconds(2);

/** Reads a refused body to its end, or the connection's next request is never parsed. Closes it if that takes long. */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  let left = isUpload(request) ? maxDiscarded.upload : maxDiscarded.usual;
  const end = () => {
    if (request.complete || socket.destroyed) return;
    request.pause();
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  const timer = setTimeout(end, discardsFor).unref();
  socket.once("close", () => clearTimeout(timer));
  request.removeAllListeners("data");
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.resume();
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;

const tellsMethods = /^\/(?:api\/|mcp\/?(?:\?|$))/i;
const ordinary = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Stops listening and resolves after the last response; immediately if not listening. */
export async function closeHttp(): Promise<void> {
  const { server, closed } = place.__linnetDoor ?? {};
  if (server?.listening) server.close();
  server?.closeIdleConnections();
  // Connections become idle after their response and would be kept alive, so they are closed repeatedly.
  const closing = setInterval(() => {
    if (!server?.listening) server?.closeIdleConnections();
  }, closesEveryMs);
  await closed;
  clearInterval(closing);
}
