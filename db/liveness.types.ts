// Defines heartbeats: a node reports itself and learns about the others.
import type { Transaction } from "./dialect.server";

export interface Beat {
  /** The id to claim under. Changes after this node was taken for lost. */
  nodeId: string;
  /** The node just joined: work left by lost nodes must be taken over. */
  isNew: boolean;
  /** The connection broke since the last beat. The database may have lost writes it confirmed. */
  hadGap: boolean;
  lostNodes: string[];
  isOutdated: boolean;
  /** How long this node may claim without another beat, ms. Later it may be taken for lost. */
  goodFor: number;
}

export interface NodeSeen {
  id: string;
  name: string;
  version: string;
  silentMs: number;
}

export interface Liveness {
  /** Returns null while another process holds the database. Throws if the database doesn't respond. */
  beat(): Promise<Beat | null>;
  /** Those of `ids` that will certainly send nothing more, including unknown ids. */
  lostAmong(ids: readonly string[]): Promise<string[]>;
  /** Nodes that serve now; empty on SQLite. */
  list(): Promise<NodeSeen[]>;
  hasOther(): Promise<boolean>;
  /** How far the database's clock is ahead of this machine's, ms. */
  clockOffset(): number;
  /** When any node was last seen before this one joined, ms since 1970; null if unknown. */
  seenBefore(): number | null;
  noteGap(): void;
  leave(): Promise<void>;
}

/**
 * A dump or snapshot was put back. `takenAt` is when that copy was last alive, ms since 1970. Runs in the transaction
 * that records this, so only one node does it. The returned function runs after the commit.
 */
export type WhenRestored = (trx: Transaction, takenAt: number) => Promise<() => void>;
