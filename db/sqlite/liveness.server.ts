// Treats the holder of the publisher lock as the only live node.
import { randomUUID } from "node:crypto";
import { seconds } from "~/ground/time/duration";
import type { Liveness } from "../liveness.types";
import { publisherLock } from "./lock.server";

const silentFor = seconds(10);

export function sqliteLiveness(dataDir: string): Liveness {
  const lock = publisherLock(dataDir);
  const nodeId = randomUUID();
  let isIn = false;
  return {
    beat() {
      const isNew = !isIn;
      isIn = lock.take();
      if (isIn) lock.touch();
      return Promise.resolve(
        isIn ? { nodeId, isNew, hadGap: false, lostNodes: [], isOutdated: false, goodFor: Infinity } : null,
      );
    },
    lostAmong: (ids) => Promise.resolve(ids.filter((id) => id !== nodeId)),
    list: () => Promise.resolve([]),
    hasOther: () => Promise.resolve(!isIn && Date.now() - (lock.touchedAt() ?? 0) < silentFor),
    clockOffset: () => 0,
    seenBefore: () => null,
    noteGap: () => undefined,
    leave() {
      lock.release();
      return Promise.resolve();
    },
  };
}
