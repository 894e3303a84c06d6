// The table of requests that came with an Idempotency-Key (app/http/api/idempotency).

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** `running`: its work is going on. `sent`: that has called the network, so it is not begun again. `done`: answered. */
export type RetryState = "running" | "sent" | "done";

interface RetriesTable {
  user_id: string;
  /** SHA-256 of the key. */
  key_hash: string;
  /** What of a request must be equal for it to be the same. */
  fingerprint: string;
  state: RetryState;
  /** The answer; null until it is done. */
  status: number | null;
  body: string | null;
  /** When it was begun, or begun anew: whoever began it writes only while this is still theirs. */
  created_at: Millis;
}

export interface RetryTables {
  retries: RetriesTable;
}
