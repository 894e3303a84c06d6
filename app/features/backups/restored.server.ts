// Distrusts a Postgres database that was restored with its own tools.
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import { BackupError } from "~db/sqlite/backup.server";
import { suspendAfterRestore } from "./suspend-after-restore.server";
import { countNodesSince } from "./queries.server";

const silentFor = seconds(10);

/** `takenAt` in ms; null if unknown. Returns the number of tweets marked. Throws BackupError while a node runs. */
export async function markRestored(
  { db, clock, config }: Pick<App, "db" | "clock" | "config">,
  takenAt: number | null,
): Promise<number> {
  const now = clock.now();
  const running = await countNodesSince(db, now - silentFor);
  if (running > 0)
    throw new BackupError(
      `${running === 1 ? "A node is running" : `${running} nodes are running`} on this database. Stop every node, run this again, then start them.`,
    );
  const since = { takenAt, now, settleAfterMs: config.reconcileAfterMs };
  return inTransaction(db, (trx) => suspendAfterRestore(trx, since));
}
