// Tables of features/results: settings, readings of posts, and when each account is read next.

/** Milliseconds since 1970, UTC. */
type Millis = number;
type Flag = 0 | 1;

/** No row: off. */
interface ResultSettingsTable {
  user_id: string;
  level: "off" | "light" | "full";
  /** Whether the writer sees the top and weakest posts. */
  learn: Flag;
  /** Whether random times favor hours with more views. */
  lean: Flag;
  /** Whether all parts of a thread are read, not only the first. */
  threads: Flag;
  updated_at: Millis;
}

/** Metrics of one post at one age. A metric that the network left out is null, never 0. */
interface ReadingsTable {
  tweet_id: number;
  /** `hand`: the last one that the user requested. */
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
  /** The network's own total, which includes clicks. Stored, but not used. */
  engagements: number | null;
  source: "x" | "sandbox";
}

/** When an account is read next, and its consecutive failures. No row: never. */
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
