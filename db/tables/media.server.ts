// The tables of features/media: the pictures of people, where their bytes are rows, and which stand in which tweet. And of
// features/publishing: what of them the network has already, and what such calls cost.
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
  /** When it was added, or last removed a tweet: what no tweet uses goes a day later. */
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
  /** Its person says so, and the network is told. */
  made_with_ai: Generated<0 | 1>;
}

/** What the network has of a picture in a tweet. It goes with the row of tweet_media that it was sent for. */
interface MediaUploadsTable {
  tweet_id: number;
  position: number;
  /** As whom it was sent: another account can't name it. */
  account_id: number;
  /** The network's id; null: it has nothing yet. */
  x_media_id: Generated<string | null>;
  described: Generated<0 | 1>;
  /** Until then a post may name it. */
  expires_at: Generated<Millis | null>;
  /** The lease of the send that named it: nothing names it again, unless surely nothing came of that. */
  sent_token: Generated<string | null>;
  /** A call is being made. */
  under_way: Generated<0 | 1>;
  /** Calls in a row that came to nothing, since the network last asked to wait. */
  tries: Generated<number>;
  /** Calls that the network refused. */
  refusals: Generated<number>;
  /** In the network's words, the last of these. */
  refusal: Generated<string | null>;
  /** When its next call may be made. While one is under way this is when it is given up, and nobody makes another. */
  turn_at: Millis;
}

/** What calls beside posts and readings cost; written before each is made, since a lost answer may cost too. */
interface PaidCallsTable {
  id: Generated<number>;
  user_id: string;
  account_id: number | null;
  kind: "upload" | "description";
  /** In millionths of a US dollar. */
  price_micros: number;
  made_at: Millis;
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
  media_uploads: MediaUploadsTable;
  paid_calls: PaidCallsTable;
}
