// After a dump or a snapshot of Postgres was put back by its own tools: what `restore` does for a file of SQLite.
import type { App } from "~/app.server";
import { holdAllKeys } from "~/features/api-keys/api-keys.server";
import { days, seconds } from "~/ground/time/duration";
import { markScheduledUnknown } from "~/features/publishing/publishing.server";
import { inTransaction } from "~db/database.server";
import { BackupError } from "~db/sqlite/backup.server";
import { countNodesSince } from "./queries.server";

/** Where nobody says when the copy was taken, the accounts' posts are read so far back. */
const farBack = days(30);
/** A node that has been silent for so long has ended. */
const silentFor = seconds(10);

/**
 * Named keys wait for their people's word. Every tweet on the timeline becomes unknown, so that its account's posts since `takenAt` (ms; null: nobody knows) are
 * read before anything is sent. Returns how many. Throws BackupError while a node runs.
 */
export async function markRestored(
  { db, clock, config }: Pick<App, "db" | "clock" | "config">,
  takenAt: number | null,
): Promise<number> {
  const now = clock.now();
  const running = await countNodesSince(db, now - silentFor);
  if (running > 0)
    throw new BackupError(
      `${running === 1 ? "A node runs" : `${running} nodes run`} on this database. Stop every node, run this again, then start them.`,
    );
  const since = { takenAt: takenAt ?? now - farBack, now, settleAfterMs: config.reconcileAfterMs };
  return inTransaction(db, async (trx) => {
    await holdAllKeys(trx, now);
    return markScheduledUnknown(trx, since);
  });
}
