// Turns of the event loop, one for each who asks: between two of them all sockets are read and what is due is sent.
import type { EventEmitter } from "node:events";

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** A row of its own. What it returns resolves when the caller's turn has come, one turn after the one before. */
export function openTurns(rest: () => Promise<void> = nextTurn): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(rest));
}

/** As many connections are taken before a page is worked on. */
const maxArrivals = 16;

/**
 * Node takes one connection a turn of the loop (libuv since 1.46). With a page in each turn the last of 1,500 would wait
 * for 1,500 pages, and so would whoever asks whether the server lives. So a turn is over when none came in it.
 */
export function restOf(server: EventEmitter): () => Promise<void> {
  let arrived = 0;
  server.on("connection", () => (arrived += 1));
  return async () => {
    for (let n = 0; n < maxArrivals; n += 1) {
      const before = arrived;
      await nextTurn();
      if (arrived === before) return;
    }
  };
}
