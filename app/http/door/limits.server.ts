// Limits per client and in total. Reasons: docs/decisions/014.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { seconds } from "~/ground/time/duration";
import { tellWhenFull } from "./full.server";
import { closeUnlessComplete, closeWhereSlow, countInFlight } from "./in-flight.server";
import { answerUnreadable } from "./unreadable.server";

export const limits = {
  headersTimeoutMs: seconds(10),
  requestTimeoutMs: seconds(13),
  uploadTimeoutMs: seconds(60),
  checkEveryMs: seconds(1),
  leastUpload: { leastBytes: 64 * 1024, everyMs: seconds(10) },
  slowReaderMs: seconds(30),
  /** Requests per connection before it is closed. Later pipelined requests get no answer. */
  maxPerSocket: 100,
  maxPerConnection: 8,
  maxTogether: 128,
  maxPerAddress: 64,
  maxHalfSent: 512,
  maxHalfSentPerAddress: 8,
  /** Open connections. Up to twice as many get a 503; Node closes the rest. */
  maxConnections: 1_000,
  /** Accept queue. With Node's 511, a flood delays others' connections by a second. */
  backlog: 4_096,
};

/** Body limits in bytes; remix-serve has none. */
export const maxBodies = {
  usual: 64 * 1024,
  /** Ten samples of 4,000 characters of up to four bytes, times three for form encoding. */
  voice: 512 * 1024,
  /** 125,000 code units of up to six bytes in JSON. */
  split: 768 * 1024,
  /** Fifty tweets of up to 5,000 code units. */
  tweets: 512 * 1024,
  /** Four images of 10 MB with descriptions. */
  form: 42 * 1024 * 1024,
} as const;

export type Limits = typeof limits;

export interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
}

export interface Traffic {
  /** Counts a connection's requests. True past the last one, which must not be processed. */
  isPastLimit(arrival: Arrival): boolean;
  /** Returns whether a request may run. Calls `over` when its response ends or its client leaves. */
  admit(arrival: Arrival, address: string, over: () => void): boolean;
}

interface Connection {
  requests: number;
  inFlight: number;
  open: Set<ServerResponse>;
}

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
  // Without this listener, Node would close idle sockets even while a response is being prepared.
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
    // Node 20 and 22 emit "close" only for a pipeline's first response, 24 for all.
    const tellOthers = () => made.open.forEach((response) => response.emit("close"));
    socket.once("close", () => setImmediate(tellOthers));
    return made;
  };

  return {
    isPastLimit({ request, response, socket }) {
      const connection = connectionOf(socket);
      connection.requests += 1;
      if (connection.requests === max.maxPerSocket) response.setHeader("Connection", "close");
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

export const isProbe = ({ url = "" }: Pick<IncomingMessage, "url">): boolean =>
  /^\/(?:healthz|readyz)\/?(?:\?|$)/i.test(url);

export const isUpload = ({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean =>
  method === "POST" && /^\/(?:api\/media|images|write(?:\.data)?)\/?(?:\?|$)/i.test(url);
