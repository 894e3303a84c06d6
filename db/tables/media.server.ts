// The tables of features/media: the pictures of people, where their bytes are rows, and which stand in which tweet.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface MediaTable {
  id: string;
  user_id: string;
  /** Of the cleaned picture, in hex: the name of its file. */
  sha256: string;
  type: "jpeg" | "png";
  width: number;
  height: number;
  bytes: number;
  created_at: Millis;
  /** When it was added, or last taken off a tweet: what no tweet uses goes a day later. */
  idle_since: Millis;
  /** When its bytes went, while its preview stayed. */
  dropped_at: Generated<Millis | null>;
}

interface TweetMediaTable {
  tweet_id: number;
  /** 1 to 4. */
  position: number;
  media_id: string;
  alt_text: Generated<string>;
}

/** Both in base64. On SQLite they are files, and this has no rows. */
interface MediaFilesTable {
  media_id: string;
  /** Null once it was dropped. */
  picture: string | null;
  preview: string;
}

export interface MediaTables {
  media: MediaTable;
  tweet_media: TweetMediaTable;
  media_files: MediaFilesTable;
}
