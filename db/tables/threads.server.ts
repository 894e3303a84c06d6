// Table of features/threads, and the columns that tweets and generation tasks have for threads.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/**
 * `draft`: never scheduled or posted. `going`: scheduled or started; later parts follow the first automatically.
 * `stopped`: stopped, with a reason. `done`: all parts are posted, or the user ended the thread.
 */
export type ThreadState = "draft" | "going" | "stopped" | "done";

interface ThreadsTable {
  id: Generated<number>;
  user_id: string;
  state: ThreadState;
  /** Why the thread stopped, as a code. Null unless stopped. */
  stop_code: string | null;
  /** The reason as a sentence, if the part that stopped the thread doesn't have it. */
  stop_reason: string | null;
  created_at: Millis;
  updated_at: Millis;
}

export interface ThreadTables {
  threads: ThreadsTable;
}

/** Thread columns of `generation_tasks`. */
export interface ThreadTaskColumns {
  format: Generated<"tweets" | "thread">;
  /** Requested number of parts. Null for tweets. */
  parts: Generated<number | null>;
}

/** Thread columns of `tweets`: both set or both null. */
export interface ThreadColumns {
  thread_id: Generated<number | null>;
  /** From 1. Lists show only the first part. */
  part_no: Generated<number | null>;
}
