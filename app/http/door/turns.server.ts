// Turns of the event loop, one for each who asks: between two of them all sockets are read and what is due is sent.
import type { EventEmitter } from "node:events";

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** A row of its own. What it returns resolves when the caller's turn has come, one turn after the one before. */
export function openTurns(rest: () => Promise<void> = nextTurn): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(rest));
}

/** Connections that came in so many turns one after the other stand in a row outside. */
const manyInRow = 8;
/** As many of them are taken before the next page is worked on. */
const maxArrivals = 16;

/**
 * Node takes one connection a turn of the loop (libuv since 1.46). With a page in each turn the last of 1,500 would wait
 * for 1,500 pages, and so would whoever asks whether the server lives. So while they stand in a row, turns go by in which
 * they alone are taken. Where some come now and then each request has its turn: 200 sign-ins a second must not wait for
 * each other's connections.
 */
export function restOf(server: EventEmitter): () => Promise<void> {
  let [arrived, inRow] = [0, 0];
  server.on("connection", () => (arrived += 1));
  return async () => {
    for (let n = 0; n < maxArrivals; n += 1) {
      const before = arrived;
      await nextTurn();
      inRow = arrived === before ? 0 : inRow + 1;
      if (inRow < manyInRow) return;
    }
  };
}
