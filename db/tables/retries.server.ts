// Table of requests that may be repeated: with an Idempotency-Key, or a form with an id of its own.

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** `running`: in progress. `sent`: has called the network, so it never restarts. `done`: has a response. */
export type RetryState = "running" | "sent" | "done";

interface RetriesTable {
  user_id: string;
  /** SHA-256 of the key. Of a form: `form:` and the SHA-256 of its id. */
  key_hash: string;
  /** Hash of the parts of a request that a retry must repeat. */
  fingerprint: string;
  state: RetryState;
  /** The response. Null until done. */
  status: number | null;
  body: string | null;
  /** When the work last started. A worker writes only while this is the time of its own start. */
  created_at: Millis;
}

export interface RetryTables {
  retries: RetriesTable;
}
