// The tables of features/results: who wants figures of their posts, the figures, and when an account is read next.

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;

/** No row: off. */
interface ResultSettingsTable {
  user_id: string;
  level: "off" | "light" | "full";
  /** Whether the writer is shown what was received well, and what less. */
  learn: Flag;
  /** Whether moments lean towards hours that were seen more. */
  lean: Flag;
  /** Whether all parts of a thread are read. */
  threads: Flag;
  updated_at: Millis;
}

/** What the network said of one post at one age. A figure that it did not say is null: unknown, never 0. */
interface ReadingsTable {
  tweet_id: number;
  /** `hand`: the last that the person asked for. */
  slot: "1h" | "24h" | "3d" | "7d" | "29d" | "hand";
  read_at: Millis;
  likes: number | null;
  reposts: number | null;
  replies: number | null;
  quotes: number | null;
  bookmarks: number | null;
  impressions: number | null;
  link_clicks: number | null;
  profile_clicks: number | null;
  /** The network's own sum, which counts clicks: kept, not computed with. */
  engagements: number | null;
  source: "x" | "sandbox";
}

/** When an account's posts are looked at next, and how often in a row its reading failed. No row: nothing is wanted. */
interface ReadingTurnsTable {
  account_id: number;
  turn_at: Millis;
  tries: number;
}

export interface ResultTables {
  result_settings: ResultSettingsTable;
  readings: ReadingsTable;
  reading_turns: ReadingTurnsTable;
}
