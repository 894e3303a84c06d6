// Tables of images: features/media has the images, features/uploads their upload state and costs.
import type { Generated } from "kysely";

/** Milliseconds since 1970, UTC. */
type Millis = number;

interface MediaTable {
  id: string;
  user_id: string;
  /** Hash of the cleaned image, in hex: the file's name. */
  sha256: string;
  type: "jpeg" | "png";
  width: number;
  height: number;
  bytes: number;
  created_at: Millis;
  /** When the image was added, or last removed from a tweet. An unused image is deleted a day later. */
  idle_since: Millis;
  /** When the bytes were deleted. The preview stays. */
  dropped_at: Generated<Millis | null>;
}

interface TweetMediaTable {
  tweet_id: number;
  /** 1 to 4. */
  position: number;
  media_id: string;
  alt_text: Generated<string>;
  /** The user says so, and Linnet tells the network. */
  made_with_ai: Generated<0 | 1>;
}

/** Upload state of an image in a tweet. Deleted together with the row of tweet_media. */
interface MediaUploadsTable {
  tweet_id: number;
  position: number;
  /** The account that uploaded the image. Other accounts can't post it. */
  account_id: number;
  /** The network's id. Null before the upload. */
  x_media_id: Generated<string | null>;
  described: Generated<0 | 1>;
  /** Until when a post may use the upload. */
  expires_at: Generated<Millis | null>;
  /** Lease of the send that used the upload. No other send uses it, unless that one surely failed. */
  sent_token: Generated<string | null>;
  /** A call is being made. */
  under_way: Generated<0 | 1>;
  /** Consecutive failed calls since the network last asked to wait. */
  tries: Generated<number>;
  /** Calls that the network refused. */
  refusals: Generated<number>;
  /** The network's message of the last refusal. */
  refusal: Generated<string | null>;
  /** When the next call may start. During a call, when that times out: until then no other starts. */
  turn_at: Millis;
}

/** Costs of calls other than posts and readings. Written before each call, since a lost answer may cost too. */
interface PaidCallsTable {
  id: Generated<number>;
  user_id: string;
  account_id: number | null;
  kind: "upload" | "description";
  /** In millionths of a US dollar. */
  price_micros: number;
  made_at: Millis;
}

/** Image bytes in base64. Empty on SQLite, which keeps them in files. */
interface MediaFilesTable {
  media_id: string;
  /** Null once the bytes were deleted. */
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
