// Counts running requests, by address and in total; incomplete ones have their own pool.
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
  isFull(request: IncomingMessage, address: string): boolean;
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

export function closeUnlessComplete(request: IncomingMessage, socket: Socket, afterMs: number): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    if (!request.complete && !socket.destroyed) closeAsLate(socket);
  }, afterMs).unref();
  request.once("close", () => {
    if (request.complete) clearTimeout(timer);
  });
}

/** Closes an upload that sends too few bytes per interval, unless the server itself stopped reading. */
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
