// Suspends API keys and webhooks and marks scheduled tweets unknown after a restore.
import { holdAllKeys } from "~/features/api-keys/api-keys.server";
import { markScheduledUnknown } from "~/features/publishing/publishing.server";
import { disableAllRestored } from "~/features/webhooks/webhooks.server";
import { days } from "~/ground/time/duration";
import type { Transaction } from "~db/database.server";

const farBack = days(30);

/** Accounts' posts since `takenAt` (ms; null if unknown) are read before anything is sent. Returns the tweet count. */
export async function suspendAfterRestore(
  trx: Transaction,
  { takenAt, now, settleAfterMs }: { takenAt: number | null; now: number; settleAfterMs: number },
): Promise<number> {
  await holdAllKeys(trx, now);
  await disableAllRestored(trx, now);
  return markScheduledUnknown(trx, { takenAt: takenAt ?? now - farBack, now, settleAfterMs });
}
