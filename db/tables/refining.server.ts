// What refining adds to features/generation's tasks, and the table of features/tweets for the words that a tweet had.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** batch: a topic. refine: other words for a tweet. sibling: another tweet like it. again: a whole batch anew. */
export type TaskKind = "batch" | "refine" | "sibling" | "again";

/** The columns of `generation_tasks` that only those about a tweet or a batch that is there fill. */
export interface RefiningColumns {
  kind: Generated<TaskKind>;
  /** The tweet that it is about; null for a whole batch, and where the tweet has gone since. */
  tweet_id: Generated<number | null>;
  /** The tweet that has the answer: the same, or one beside it. No foreign key: it may have gone since. */
  answer_id: Generated<number | null>;
  /** The tweet's words when it was asked. */
  content: Generated<string | null>;
  instruction: Generated<string | null>;
  /** What the person asked for in words of their own. */
  words: Generated<string | null>;
  /** What the person should know of how it ended well. */
  note: Generated<string | null>;
}

export type Hand = "person" | "writer" | "bot";

/** All that a tweet has said, what it says now too, from the first change on: at most twenty, the oldest goes. */
interface TweetVersionsTable {
  tweet_id: number;
  /** From 1; no number comes twice. */
  version_no: number;
  content: string;
  written_at: Millis;
  written_by: Hand;
  /** What the writer was asked for; null for words that were there first, and for a person's. */
  instruction: string | null;
  words: string | null;
}

export interface RefiningTables {
  tweet_versions: TweetVersionsTable;
}
