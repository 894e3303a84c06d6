// Tracks this node's id, whether it may claim, and the other nodes.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import type { Beat, Liveness, NodeSeen } from "./liveness.types";

export interface Node {
  id(): string;
  mayClaim(): boolean;
  /** Why it may not claim; null: it may. */
  obstacle(): Obstacle | null;
  lostAmong(ids: readonly string[]): Promise<string[]>;
  list(): Promise<NodeSeen[]>;
  hasPublisher(): Promise<boolean>;
  isAlone(): Promise<boolean>;
  /** Whether nodes hear right away when another makes something due. Takes up to 2 s if they don't. */
  wakesAtOnce(): Promise<boolean>;
}

/** Another process owns the database, the connection just broke, or a newer version has migrated. */
export type Obstacle = "elsewhere" | "broken" | "outdated";

export interface NodeControl extends Node {
  beat(): Promise<void>;
  noteGap(): void;
  leave(): Promise<void>;
}

export const idleNode: Node = {
  id: () => "",
  mayClaim: () => false,
  obstacle: () => "elsewhere",
  lostAmong: () => Promise.resolve([]),
  list: () => Promise.resolve([]),
  hasPublisher: () => Promise.resolve(false),
  isAlone: () => Promise.resolve(false),
  wakesAtOnce: () => Promise.resolve(false),
};

export interface Duties {
  enter(): Promise<void>;
  takeOver(): Promise<void>;
  /** Restores the record of this node's own sends that the database lost. */
  recall(): Promise<void>;
}

/** ms. After a gap, each node first restores its own sends; all have reconnected by then. */
export const waitsAfterGap = seconds(5);

interface Parts {
  liveness: Liveness;
  clock: Pick<Clock, "monotonic">;
  duties: Duties;
  wakesAtOnce(): Promise<boolean>;
  tell(notice: "entered" | "gap" | "whole" | "outdated", details: Record<string, unknown>): void;
}

export function createNode({ liveness, clock, duties, wakesAtOnce, tell }: Parts): NodeControl {
  let nodeId = "";
  let isMember = false;
  /** The node has joined, but a duty failed, perhaps on a full disk. */
  let owesEntry = false;
  let isOutdated = false;
  let goodUntil = -Infinity;
  /** null: no gap; `wholeSince` null: not reconnected yet. */
  let gap: { wholeSince: number | null } | null = null;
  let beating: Promise<void> | null = null;

  const noteGap = (): void => {
    liveness.noteGap();
    if (isMember && gap === null) tell("gap", { node: nodeId });
    gap = { wholeSince: null };
  };

  const follow = async (beat: Beat): Promise<void> => {
    const now = clock.monotonic();
    if (beat.isNew) tell("entered", { node: beat.nodeId, instead: nodeId || undefined });
    if (beat.isOutdated && !isOutdated) tell("outdated", { node: beat.nodeId });
    if (beat.hadGap && isMember) gap = { wholeSince: null };
    nodeId = beat.nodeId;
    isOutdated = beat.isOutdated;
    owesEntry ||= beat.isNew;
    if (owesEntry) await duties.enter();
    if (owesEntry || beat.lostNodes.length > 0) await duties.takeOver();
    owesEntry = false;
    isMember = true;
    goodUntil = now + beat.goodFor;
    if (gap === null) return;
    const last = gap;
    if (last.wholeSince === null) {
      // No delay: a node that reconnected earlier stops waiting earlier and would send what only this one remembers.
      await duties.recall();
      last.wholeSince = now;
      return;
    }
    if (now - last.wholeSince < waitsAfterGap || gap !== last) return;
    gap = null;
    tell("whole", { node: nodeId });
  };

  const beat = async (): Promise<void> => {
    try {
      const answer = await liveness.beat();
      if (answer === null) isMember = false;
      else await follow(answer);
    } catch (error) {
      noteGap();
      throw error;
    }
  };

  const obstacle = (): Obstacle | null => {
    if (isOutdated) return "outdated";
    if (gap !== null) return "broken";
    if (!isMember) return "elsewhere";
    return clock.monotonic() < goodUntil ? null : "broken";
  };

  return {
    id: () => nodeId,
    mayClaim: () => obstacle() === null,
    obstacle,
    lostAmong: (ids) => liveness.lostAmong(ids),
    list: () => liveness.list(),
    hasPublisher: async () => obstacle() === null || (await liveness.hasOther()),
    isAlone: async () => (await liveness.list()).length <= 1,
    wakesAtOnce,
    beat: () => (beating ??= beat().finally(() => (beating = null))),
    noteGap,
    async leave() {
      isMember = false;
      await beating?.catch(() => undefined);
      await liveness.leave();
    },
  };
}
