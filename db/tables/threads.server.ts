// The tables of features/threads: what belongs together of the parts of a thread. Each part is a tweet. And a task for one.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/**
 * `draft`: nothing of it was ever put on its way; `going`: it was, and goes on by itself as soon as its first part is out;
 * `stopped`: it stands still, and says why; `done`: all of it is out, or its person has ended it.
 */
export type ThreadState = "draft" | "going" | "stopped" | "done";

interface ThreadsTable {
  id: Generated<number>;
  user_id: string;
  state: ThreadState;
  /** Why it stands still, for programs; null unless it is stopped. */
  stop_code: string | null;
  /** The same as a sentence for the person, where the part that stopped it doesn't say it. */
  stop_reason: string | null;
  created_at: Millis;
  updated_at: Millis;
}

export interface ThreadTables {
  threads: ThreadsTable;
}

/** What a task of features/generation has of it. */
export interface ThreadTaskColumns {
  format: Generated<"tweets" | "thread">;
  /** How many a thread is to have; null for tweets. */
  parts: Generated<number | null>;
}

/** What each tweet has of it: both or neither. */
export interface ThreadColumns {
  thread_id: Generated<number | null>;
  /** From 1. The first part is the tweet that the world knows; the others are in no list of their own. */
  part_no: Generated<number | null>;
}
