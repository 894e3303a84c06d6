// The tables of db/nodes.server.ts: who serves this database, and which server it was last seen on.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

export interface NodesTable {
  id: string;
  /** For people: the machine's or container's name. */
  name: string;
  version: string;
  started_at: Millis;
  beat_at: Millis;
  beats: Generated<number>;
  lost_at: Millis | null;
}
/** One row: which server the database was last seen on, and what its nodes' secrets are compared by. */
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
