// The table of what is to be deleted at the network: one row a post, which is the job (features/publishing).
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** `open`: it is to be deleted; `done`: it is; `gave_up`: nobody could make sure of it. */
export type DeletionState = "open" | "done" | "gave_up";

interface DeletionsTable {
  tweet_id: number;
  account_id: number;
  state: DeletionState;
  /** When its person ordered it last. */
  ordered_at: Millis;
  /** When the network is asked next. While it is being asked, when the lease ends: asking again harms nothing. */
  due_at: Millis;
  /** How often the network was asked since the order, and did not say when to ask again. */
  tries: Generated<number>;
  lease_token: string | null;
  lease_until: Millis | null;
  lease_node: string | null;
  /** When the network was asked last: what it cost counts on that day. */
  called_at: Millis | null;
  /** What the network charged for it, or may have, in millionths of a US dollar. */
  price_micros: Generated<number>;
}

export interface DeletionTables {
  deletions: DeletionsTable;
}
