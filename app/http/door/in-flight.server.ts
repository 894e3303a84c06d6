// What is being carried out, by address and in all. A request whose body has not come yet takes none of these places, or
// whoever sends halves would keep everybody out: it has one in a pool of its own, which is small for each address.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { answerUnreadable } from "./unreadable.server";

export interface InFlightBounds {
  maxTogether: number;
  maxPerAddress: number;
  maxHalfSent: number;
  maxHalfSentPerAddress: number;
}

export interface InFlight {
  /** Whether there is no place for this one, which has just begun to come. */
  isFull(request: IncomingMessage, address: string): boolean;
  /** Call what is returned when its answer is out, or its client gone. */
  add(request: IncomingMessage, address: string): () => void;
}

export function countInFlight(max: InFlightBounds): InFlight {
  const byAddress = new Map<string, Set<IncomingMessage>>();

  function count(address?: string): { whole: number; half: number } {
    const all = { whole: 0, half: 0 };
    const groups = address === undefined ? byAddress.values() : [byAddress.get(address) ?? new Set<IncomingMessage>()];
    for (const group of groups) for (const request of group) all[isHalfSent(request) ? "half" : "whole"] += 1;
    return all;
  }

  return {
    isFull(request, address) {
      const [own, all] = [count(address), count()];
      if (own.whole >= max.maxPerAddress || all.whole >= max.maxTogether) return true;
      return hasBody(request) && (own.half >= max.maxHalfSentPerAddress || all.half >= max.maxHalfSent);
    },
    add(request, address) {
      const group = byAddress.get(address) ?? new Set();
      byAddress.set(address, group.add(request));
      return () => {
        group.delete(request);
        if (group.size === 0) byAddress.delete(address);
      };
    },
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || !/^0*$/.test(headers["content-length"] ?? "");

const isHalfSent = (request: IncomingMessage): boolean => !request.complete && hasBody(request);

/** Node has one time-out for all requests: what is not an upload has a shorter one of its own. */
export function closeUnlessComplete(request: IncomingMessage, socket: Socket, afterMs: number): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    if (!request.complete && !socket.destroyed) closeAsLate(socket);
  }, afterMs).unref();
  request.once("close", () => {
    if (request.complete) clearTimeout(timer);
  });
}

/** An upload may take long, but not for nothing: so many bytes come in each stretch of time, unless it is we who don't read. */
export function closeWhereSlow(
  request: IncomingMessage,
  socket: Socket,
  { leastBytes, everyMs }: { leastBytes: number; everyMs: number },
): void {
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    const came = socket.bytesRead - before;
    before = socket.bytesRead;
    const isUnread = request.isPaused() || request.readableLength >= request.readableHighWaterMark;
    if (!isUnread && came < leastBytes) closeAsLate(socket);
  }, everyMs).unref();
  socket.once("close", () => clearInterval(timer));
}

const closeAsLate = (socket: Socket): void =>
  answerUnreadable(Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
