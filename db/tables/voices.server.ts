// Table of features/voice, and of features/spending for reads that the network charges for.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;
type Amount = "never" | "one" | "fits";

interface VoicesTable {
  account_id: number;
  /** Grows with each save. A batch stores the version that it was written in. */
  version: number;
  is_on: Flag;
  /** Whether the writer sees which tweets the user keeps and discards. Null: the user was not asked yet. */
  learns: Flag | null;
  about: string;
  audience: string;
  /** JSON: a list of tones. */
  tone: string;
  /** A BCP 47 tag. Null: the topic's language. */
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
  /** Posts that the read may have returned. A post counts as paid unless it is known to be free. */
  posts: number;
  /** In millionths of a US dollar. */
  price_micros: number;
  read_at: Millis;
  /** samples: the user picked samples from their posts. lost_answers: unknown tweets were checked. figures: metrics. */
  kind: Generated<"samples" | "lost_answers" | "figures">;
  account_id: Generated<number | null>;
  /** JSON: ids of the requested posts, if known beforehand. */
  post_ids: Generated<string | null>;
  /** The result. Null: in flight, or the process ended first. */
  outcome: Generated<string | null>;
  /** For figures: the level of the reading. `hand`: the user clicked Read now. */
  level: Generated<"light" | "full" | "hand" | null>;
}

export interface VoiceTables {
  voices: VoicesTable;
  paid_reads: PaidReadsTable;
}
