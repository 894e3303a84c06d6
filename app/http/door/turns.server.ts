// Spreads work over event-loop turns, so sockets and due jobs are served in between.
import type { EventEmitter } from "node:events";

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

export function openTurns(rest: () => Promise<void> = nextTurn): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(rest));
}

const manyInRow = 8;
const maxArrivals = 16;

/** Node accepts one connection per turn (libuv since 1.46). While many arrive, turns only accept them. */
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
