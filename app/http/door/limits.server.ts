// How much one client, and all of them together, may ask of the server at once. What each bound is for: docs/decisions/014.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { seconds } from "~/ground/time/duration";
import { tellWhenFull } from "./full.server";
import { closeUnlessComplete, closeWhereSlow, countInFlight } from "./in-flight.server";
import { answerUnreadable } from "./unreadable.server";

export const limits = {
  /** Half-sent requests are closed: Node itself waits for 60 and 300 s, and looks each half minute. */
  headersTimeoutMs: seconds(10),
  requestTimeoutMs: seconds(13),
  /** The same of what brings pictures: 10 MB take a while on a slow line. */
  uploadTimeoutMs: seconds(60),
  checkEveryMs: seconds(1),
  /** So much of an upload comes in each such stretch of time. */
  leastUpload: { leastBytes: 64 * 1024, everyMs: seconds(10) },
  /** A client that takes nothing of its answer for so long is closed. */
  slowReaderMs: seconds(30),
  /** Requests in the life of a connection: it is closed behind the last one's answer, and a pipeline's rest has none. */
  maxPerSocket: 100,
  /** In flight on one connection: browsers and proxies send one. */
  maxPerConnection: 8,
  /** In flight on all connections, of those whose body has come. */
  maxTogether: 128,
  /** The same of one address: whoever asks for too much leaves room for the others. */
  maxPerAddress: 64,
  /** Whose body has not come yet: they wait in a pool of their own, and take no place from anybody else. */
  maxHalfSent: 512,
  maxHalfSentPerAddress: 8,
  /** Open at once. Up to twice as many are told that there is too much to do; Node closes the rest without a word. */
  maxConnections: 1_000,
  /** Connections that wait to be taken. With Node's 511 a flood of them stops everybody else's for a second. */
  backlog: 4_096,
};

/** Of a request's body, in bytes: remix-serve itself has no limit. */
export const maxBodies = {
  usual: 64 * 1024,
  /** The form of a voice: ten samples of 4,000 characters of up to four bytes, of which a form makes three each. */
  voice: 512 * 1024,
  /** A text to be split: 125,000 code units, of which JSON may make six bytes each. */
  split: 768 * 1024,
  /** Fifty tweets at once: of 5,000 code units at most, mostly links. */
  tweets: 512 * 1024,
  /** The form of pictures: four of 10 MB, and their descriptions. */
  form: 42 * 1024 * 1024,
} as const;

export type Limits = typeof limits;

export interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
}

export interface Traffic {
  /** Counts the requests of a connection; true for one that stands behind its last: Node keeps it from everybody else. */
  isPastLimit(arrival: Arrival): boolean;
  /**
   * Whether a request may be carried out. It counts as in flight until its answer is out or its client is gone; `over` is
   * called then. `address` is the client's, folded, as far as the proxies in front are known.
   */
  admit(arrival: Arrival, address: string, over: () => void): boolean;
}

interface Connection {
  requests: number;
  inFlight: number;
  /** Those that aren't over yet. */
  open: Set<ServerResponse>;
}

/** Sets what Node itself looks after, before the server listens: `connectionsCheckingInterval` works only then. */
export function boundServer(server: Server, { ...max }: Limits): Traffic {
  const connections = new WeakMap<Socket, Connection>();
  Object.assign(server, {
    headersTimeout: max.headersTimeoutMs,
    requestTimeout: max.uploadTimeoutMs,
    connectionsCheckingInterval: max.checkEveryMs,
    timeout: max.slowReaderMs,
    maxRequestsPerSocket: max.maxPerSocket,
  });
  tellWhenFull(server, max.maxConnections);
  server.on("clientError", answerUnreadable);
  // A socket on which nothing moved for so long. Node would close it, also while its answer is being made.
  server.on("timeout", (socket: Socket) => {
    const isAnswerMade = (connections.get(socket)?.open.size ?? 0) > 0 && socket.writableLength === 0;
    if (isAnswerMade) socket.setTimeout(max.slowReaderMs);
    else socket.destroy();
  });

  const inFlight = countInFlight(max);

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket);
    if (known) return known;
    const made: Connection = { requests: 0, inFlight: 0, open: new Set() };
    connections.set(socket, made);
    // Node 20 and 22 tell only the first answer of a pipeline that its client is gone, 24 tells all of them.
    const tellOthers = () => made.open.forEach((response) => response.emit("close"));
    socket.once("close", () => setImmediate(tellOthers));
    return made;
  };

  return {
    isPastLimit({ request, response, socket }) {
      const connection = connectionOf(socket);
      connection.requests += 1;
      if (connection.requests === max.maxPerSocket) response.setHeader("Connection", "close");
      // Node counts requests of HTTP/1.1 alone.
      return connection.requests > max.maxPerSocket && request.httpVersion === "1.1";
    },
    admit({ request, response, socket }, address, over) {
      if (isUpload(request)) closeWhereSlow(request, socket, max.leastUpload);
      else closeUnlessComplete(request, socket, max.requestTimeoutMs);
      const connection = connectionOf(socket);
      const isFull = connection.inFlight >= max.maxPerConnection || inFlight.isFull(request, address);
      const isCounted = !isProbe(request) && !isFull;
      const leave = isCounted ? inFlight.add(request, address) : () => undefined;
      if (isCounted) connection.inFlight += 1;
      connection.open.add(response);
      response.once("close", () => {
        connection.open.delete(response);
        if (isCounted) connection.inFlight -= 1;
        leave();
        over();
      });
      return isProbe(request) || !isFull;
    },
  };
}

/** Whoever asks whether the server lives must not hear that it has much to do. */
export const isProbe = ({ url = "" }: Pick<IncomingMessage, "url">): boolean =>
  /^\/(?:healthz|readyz)\/?(?:\?|$)/i.test(url);

/** What may take longer to come: a picture over the API, and the form of pictures. */
export const isUpload = ({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean =>
  method === "POST" && /^\/(?:api\/media|images)\/?(?:\?|$)/i.test(url);
