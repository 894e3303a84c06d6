// Table of features/deletions: one row for each post to delete at the network. The row is the job.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** `open`: to be deleted. `done`: deleted. `gave_up`: refused, never confirmed, or the account can't be used. */
export type DeletionState = "open" | "done" | "gave_up";

interface DeletionsTable {
  tweet_id: number;
  account_id: number;
  state: DeletionState;
  /** When the user last ordered the deletion. */
  ordered_at: Millis;
  /** Time of the next call. During a call, the end of its lease: a lost call is repeated, which is harmless. */
  due_at: Millis;
  /** Calls since the order, except those after which the network said when to retry. */
  tries: Generated<number>;
  lease_token: string | null;
  lease_until: Millis | null;
  lease_node: string | null;
  /** Time of the last call. Its cost counts on that day. */
  called_at: Millis | null;
  /** The network's charge, or possible charge, in millionths of a US dollar. */
  price_micros: Generated<number>;
}

export interface DeletionTables {
  deletions: DeletionsTable;
}
