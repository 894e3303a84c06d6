// Who serves this database: what a node tells of itself and learns of the others. Which database it is decides how.
import type { Transaction } from "./dialect.server";

/** What one sign of life answers. */
export interface Beat {
  /** Under which this node claims from now on; another one after it was taken for lost. */
  nodeId: string;
  /** It entered just now: whatever lost nodes left behind is to be taken over. */
  isNew: boolean;
  /** The talk with the database was broken since the last beat: it may have forgotten what it said was kept. */
  hadGap: boolean;
  /** Nodes that were found lost within the last minute, by whomever. */
  lostNodes: string[];
  /** The database has taken a step of the schema that this version doesn't know. */
  isOutdated: boolean;
  /** So long, ms, this node may claim before its next beat: silent any longer, it may be taken for lost. */
  goodFor: number;
}

/** A node as the others see it. */
export interface NodeSeen {
  id: string;
  /** The machine's or container's name. */
  name: string;
  version: string;
  /** Since its last beat, ms. */
  silentMs: number;
}

export interface Liveness {
  /** A sign of life; null while another process must be waited for. Throws where the database doesn't answer. */
  beat(): Promise<Beat | null>;
  /** Those of `ids` that are sure to send nothing any more. An id that nobody knows is one of them. */
  lostAmong(ids: readonly string[]): Promise<string[]>;
  /** The nodes that serve now; empty where there is only ever this one. */
  list(): Promise<NodeSeen[]>;
  /** Whether another process gave a sign of life within the last seconds: it may claim, if this one doesn't. */
  hasOther(): Promise<boolean>;
  /** How far the database's clock is ahead of this machine's, ms, as far as the beats could tell. */
  clockOffset(): number;
  /** When any node was last seen before this one entered, ms since 1970; null where nobody knows. */
  seenBefore(): number | null;
  /** Something broke between two beats: the next one says so. */
  noteGap(): void;
  /** Leaves in good order: call it once nothing is in hand any more. */
  leave(): Promise<void>;
}

/**
 * The database is an older copy of itself: a dump or a snapshot was put back. `takenAt` is when it was last seen alive,
 * ms since 1970. Runs in the transaction that notes it, so that of several nodes one does it. What it returns is called
 * once that is committed.
 */
export type WhenRestored = (trx: Transaction, takenAt: number) => Promise<() => void>;
