// One process at a time claims from a SQLite file: whoever holds the lock beside it is the only node, and all others are lost.
import { randomUUID } from "node:crypto";
import type { Liveness } from "../liveness.types";
import { publisherLock } from "./lock.server";

export function sqliteLiveness(dataDir: string): Liveness {
  const lock = publisherLock(dataDir);
  const nodeId = randomUUID();
  let isIn = false;
  return {
    beat() {
      const isNew = !isIn;
      isIn = lock.take();
      return Promise.resolve(
        isIn ? { nodeId, isNew, hadGap: false, lostNodes: [], isOutdated: false, goodFor: Infinity } : null,
      );
    },
    lostAmong: (ids) => Promise.resolve(ids.filter((id) => id !== nodeId)),
    list: () => Promise.resolve([]),
    clockOffset: () => 0,
    seenBefore: () => null,
    noteGap: () => undefined,
    leave() {
      lock.release();
      return Promise.resolve();
    },
  };
}
