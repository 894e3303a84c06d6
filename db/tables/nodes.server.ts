// Tables of db/nodes.server.ts: the nodes on this database, and the database server last seen.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

export interface NodesTable {
  id: string;
  /** Shown to the operator: the machine's or container's name. */
  name: string;
  version: string;
  started_at: Millis;
  beat_at: Millis;
  beats: Generated<number>;
  lost_at: Millis | null;
}
/** One row: the database server last seen, and values that check whether all nodes have the same secrets. */
export interface EngineTable {
  id: number;
  system_identifier: string | null;
  timeline: string | null;
  key_probe: string | null;
  session_probe: string | null;
}

export interface NodeTables {
  nodes: NodesTable;
  engine: EngineTable;
}
