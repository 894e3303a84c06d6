// SQL of journal lines that name an API key.
import type { Db } from "~db/database.server";

export const keyActions = [
  "Sent",
  "Scheduled",
  "Moved",
  "Unscheduled",
  "Changed",
  "Continued",
  "Stopped",
  "Deleted",
] as const;
type KeyAction = (typeof keyActions)[number];

/** Adds to the tweet's journal that a key acts. Call it in the action's transaction, before the action's own event. */
export async function noteKey(
  db: Db,
  { tweetId, at, keyId, action }: { tweetId: number; at: number; keyId: number | null | undefined; action: KeyAction },
): Promise<void> {
  if (keyId == null) return;
  const event = { tweet_id: tweetId, at, kind: "by_key", detail: action, key_id: keyId };
  await db.insertInto("tweet_events").values(event).execute();
}
