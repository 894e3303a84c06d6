// What a copy that was put back may not know: which keys and webhooks were ended since, and what went out.
import { holdAllKeys } from "~/features/api-keys/api-keys.server";
import { markScheduledUnknown } from "~/features/publishing/publishing.server";
import { disableAllRestored } from "~/features/webhooks/webhooks.server";
import { days } from "~/ground/time/duration";
import type { Transaction } from "~db/database.server";

/** Where nobody says when the copy was taken, the accounts' posts are read so far back. */
const farBack = days(30);

/**
 * Named keys and webhooks wait for their people's word, and every tweet on the timeline becomes unknown, so that its account's posts
 * since `takenAt` (ms; null: nobody knows) are read before anything is sent. Returns how many tweets.
 */
export async function distrust(
  trx: Transaction,
  { takenAt, now, settleAfterMs }: { takenAt: number | null; now: number; settleAfterMs: number },
): Promise<number> {
  await holdAllKeys(trx, now);
  await disableAllRestored(trx, now);
  return markScheduledUnknown(trx, { takenAt: takenAt ?? now - farBack, now, settleAfterMs });
}
