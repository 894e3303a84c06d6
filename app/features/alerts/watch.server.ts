// Looks after the server itself, each minute: is there room on the disk, and does anybody publish?
import { statfs } from "node:fs/promises";
import type { App } from "~/app.server";
import { hours, minutes } from "~/ground/time/duration";
import { type Channel, deliverDue, recordLasting } from "~/features/events/events.server";
import { findStuck } from "~/features/publishing/publishing.server";

/** As the doctor has it: with less than this the disk is nearly full. */
const lowBytes = 200_000_000;
/** What may go and has been due for so long shows that nobody publishes. */
const stuckAfter = minutes(5);

/** What could go at the last look and did not, an App. */
const stuckBefore = new WeakMap<App, number>();

/** When each line was last logged, an App. */
const loggedAt = new WeakMap<App, Map<string, number>>();

/**
 * Any process may: one that waits for another sees that the other has stopped. Without ALERT_URL the log alone is told.
 * `channels` are all that this server has: an event is prepared once, for all of them.
 */
export async function watchServer(app: App, channels: readonly Channel[], freeBytes = freeBytesOf): Promise<void> {
  // Postgres has a disk of its own.
  if (app.config.postgres === null) {
    const free = await freeBytes(app.config.dataDir);
    if (free < lowBytes) {
      logHourly(app, { free }, "the disk of DATA_DIR is nearly full");
      await recordLasting(app, { type: "disk.low", detail: String(free) });
    }
  }
  const stuck = await findStuck(app, stuckAfter);
  const isMissing = stuck !== null && stuckBefore.get(app) === stuck;
  if (stuck === null) stuckBefore.delete(app);
  else stuckBefore.set(app, stuck);
  if (!isMissing) return;
  logHourly(app, { tweet: stuck }, "nobody publishes: what is due stays unsent");
  await recordLasting(app, { type: "publisher.missing" });
  // Those who would send it are the ones that are missing.
  if (!app.node.mayClaim()) await (await deliverDue(app, channels, { asStandby: true })).done;
}

function logHourly(app: App, detail: object, message: string): void {
  const times = loggedAt.get(app) ?? new Map<string, number>();
  loggedAt.set(app, times);
  const now = app.clock.now();
  if (now - (times.get(message) ?? -Infinity) < hours(1)) return;
  times.set(message, now);
  app.log.error(detail, message);
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
