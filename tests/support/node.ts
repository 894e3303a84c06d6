// The only node of a test, until it says otherwise.
import type { Node } from "~db/node.server";

/** Another node that serves, always. */
export const livingNode = "node-0";

export interface TestNode extends Node {
  setMayClaim(mayClaim: boolean): void;
  /** As after a new start: what it held is a lost node's. */
  renew(): void;
}

let count = 0;

export function testNode(): TestNode {
  let nodeId = "node-1";
  let mayClaim = true;
  return {
    id: () => nodeId,
    mayClaim: () => mayClaim,
    obstacle: () => (mayClaim ? null : "elsewhere"),
    lostAmong: (ids) => Promise.resolve(ids.filter((id) => id !== nodeId && id !== livingNode)),
    list: () => Promise.resolve([]),
    hasPublisher: () => Promise.resolve(mayClaim),
    isAlone: () => Promise.resolve(true),
    wakesAtOnce: () => Promise.resolve(true),
    setMayClaim: (may) => (mayClaim = may),
    renew: () => (nodeId = `node-${(count += 1) + 1}`),
  };
}

/** For what asks only whether it may claim. */
export const onlyNode: Node = testNode();
