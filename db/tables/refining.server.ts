// Columns of features/generation's refining tasks, and features/tweets' table of tweet versions.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** batch: write on a topic. refine: rewrite a tweet. sibling: write a similar tweet. again: rewrite a whole batch. */
export type TaskKind = "batch" | "refine" | "sibling" | "again";

/** Columns of `generation_tasks` for tasks about an existing tweet or batch. */
export interface RefiningColumns {
  kind: Generated<TaskKind>;
  /** The tweet to rewrite. Null for a whole batch, or if the tweet was deleted. */
  tweet_id: Generated<number | null>;
  /** The tweet with the result: the same one, or a new one beside it. No foreign key: it may be deleted. */
  answer_id: Generated<number | null>;
  /** The tweet's text when the task was created. */
  content: Generated<string | null>;
  instruction: Generated<string | null>;
  /** The user's own instruction. */
  words: Generated<string | null>;
  /** A remark for the user on a successful result. */
  note: Generated<string | null>;
}

export type Hand = "person" | "writer" | "bot";

/** Texts of a tweet since its first change, including the current one. Up to 20; the oldest is deleted. */
interface TweetVersionsTable {
  tweet_id: number;
  /** From 1, never reused. */
  version_no: number;
  content: string;
  written_at: Millis;
  written_by: Hand;
  /** The instruction to the writer. Null for the first text and for a user's edit. */
  instruction: string | null;
  words: string | null;
}

export interface RefiningTables {
  tweet_versions: TweetVersionsTable;
}
