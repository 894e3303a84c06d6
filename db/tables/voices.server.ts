// The table of features/voice, and of features/publishing the reads that a network charged for.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;
type Amount = "never" | "one" | "fits";

interface VoicesTable {
  account_id: number;
  /** Grows with each save; a batch keeps the one that it was written in. */
  version: number;
  is_on: Flag;
  /** Whether what the person keeps and discards goes to the writer; null: they were not asked yet. */
  learns: Flag | null;
  about: string;
  audience: string;
  /** JSON: a list of tones. */
  tone: string;
  /** A BCP 47 tag; null: the topic's. */
  language: string | null;
  emoji: Amount;
  hashtags: Amount;
  /** JSON: a list of words and phrases. */
  avoid: string;
  /** JSON: a list of texts. */
  samples: string;
  updated_at: Millis;
}

interface PaidReadsTable {
  id: Generated<number>;
  user_id: string;
  /** How many posts it may have brought: what was not known to be free counts as paid. */
  posts: number;
  /** In millionths of a US dollar. */
  price_micros: number;
  read_at: Millis;
  /** samples: a person chose from their own posts. lost_answers: a lost answer was looked up. figures: how posts did. */
  kind: Generated<"samples" | "lost_answers" | "figures">;
  account_id: Generated<number | null>;
  /** JSON: the ids of the posts that were asked for, where they are known beforehand. */
  post_ids: Generated<string | null>;
  /** How it ended; null: it is on its way, or the process ended before it was known. */
  outcome: Generated<string | null>;
  /** Of figures: the level that they were read at, or that the person pressed. */
  level: Generated<"light" | "full" | "hand" | null>;
}

export interface VoiceTables {
  voices: VoicesTable;
  paid_reads: PaidReadsTable;
}
