// SQL of the journal's lines that name a key: a program did with the tweet what the line after it says.
import type { Db } from "~db/database.server";

export const keyDeeds = [
  "Sent",
  "Scheduled",
  "Moved",
  "Unscheduled",
  "Changed",
  "Continued",
  "Stopped",
  "Deleted",
] as const;
type KeyDeed = (typeof keyDeeds)[number];

/** Call it in the transaction that does it, before its own line. Nothing where no named key asks. */
export async function noteKey(
  db: Db,
  { tweetId, at, keyId, deed }: { tweetId: number; at: number; keyId: number | null | undefined; deed: KeyDeed },
): Promise<void> {
  if (keyId == null) return;
  const event = { tweet_id: tweetId, at, kind: "by_key", detail: deed, key_id: keyId };
  await db.insertInto("tweet_events").values(event).execute();
}
