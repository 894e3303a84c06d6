// This process among all that serve one database: whether it may claim, under which name, and who else is there.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import type { Beat, Liveness, NodeSeen } from "./liveness.types";

export interface Node {
  /** Under which it claims. */
  id(): string;
  /** Whether it may begin something. */
  mayClaim(): boolean;
  /** Why it may not; null: it may. */
  obstacle(): Obstacle | null;
  /** Those of `ids` that are sure to send nothing any more. */
  lostAmong(ids: readonly string[]): Promise<string[]>;
  /** The nodes that serve now; empty where there is only ever this one. */
  list(): Promise<NodeSeen[]>;
  /** Whether this or another process publishes. */
  hasPublisher(): Promise<boolean>;
  /** No other node serves now. */
  isAlone(): Promise<boolean>;
  /** Whether nodes hear at once of what another has made due; else within a second. Takes up to 2 s where they don't. */
  wakesAtOnce(): Promise<boolean>;
}

/**
 * Another process has the database to itself; the talk with the database was broken just now; or a newer version has
 * changed the schema: this one finishes what it has and begins nothing.
 */
export type Obstacle = "elsewhere" | "broken" | "outdated";

export interface NodeControl extends Node {
  /** One sign of life, and what follows from its answer. */
  beat(): Promise<void>;
  /** The talk with the database broke: nothing is claimed until it is whole again. */
  noteGap(): void;
  leave(): Promise<void>;
}

/** Of a process that begins nothing, as a command's. */
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

/** What a node owes the others. */
export interface Duties {
  /** Once it has entered, before anything else. */
  enter(): Promise<void>;
  /** Takes over what lost nodes left behind. */
  takeOver(): Promise<void>;
  /** Puts back what the database forgot of this node's own sends. */
  recall(): Promise<void>;
}

/**
 * So long nothing is claimed after a gap. Every node asks first whether its own sends are still there, and each has
 * found its way back by then.
 */
export const waitsAfterGap = seconds(5);

interface Parts {
  liveness: Liveness;
  clock: Pick<Clock, "monotonic">;
  duties: Duties;
  wakesAtOnce(): Promise<boolean>;
  /** Told of each change that a keeper of the server would want to know of. */
  tell(what: "entered" | "gap" | "whole" | "outdated", details: Record<string, unknown>): void;
}

export function createNode({ liveness, clock, duties, wakesAtOnce, tell }: Parts): NodeControl {
  let nodeId = "";
  let isMember = false;
  /** It has entered, and what it then owes is not done: a full disk may have refused it. */
  let owesEntry = false;
  let isOutdated = false;
  /** On the monotonic clock. */
  let goodUntil = -Infinity;
  /** When the talk with the database was whole again after a gap; null: no gap. */
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
    // Who enters for the first time has nothing to remember.
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
      // At once: another node that came back earlier ends its wait earlier, and would send what only this one remembers.
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
    // One that takes long is waited for, and not asked again beside itself.
    beat: () => (beating ??= beat().finally(() => (beating = null))),
    noteGap,
    async leave() {
      isMember = false;
      await beating?.catch(() => undefined);
      await liveness.leave();
    },
  };
}
