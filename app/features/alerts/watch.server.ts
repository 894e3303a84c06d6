// Looks after the server itself, each minute: is there room on the disk, and does anybody publish?
import { statfs } from "node:fs/promises";
import type { App } from "~/app.server";
import { minutes } from "~/ground/time/duration";
import { type Channel, deliverDue, recordLasting } from "~/features/events/events.server";
import { findStuck } from "~/features/publishing/publishing.server";

/** As the doctor has it: with less than this the disk is nearly full. */
const lowBytes = 200_000_000;
/** What may go and has been due for so long shows that nobody publishes. */
const stuckAfter = minutes(5);

/** What could go at the last look and did not, an App. */
const stuckBefore = new WeakMap<App, number>();

/**
 * Any process may: one that waits for another sees that the other has stopped. Does nothing without ALERT_URL. `channels`
 * are all that this server has: an event is prepared once, for all of them.
 */
export async function watchServer(app: App, channels: readonly Channel[], freeBytes = freeBytesOf): Promise<void> {
  if (app.config.alertUrl === null) return;
  // Postgres has a disk of its own.
  if (app.config.postgres === null) {
    const free = await freeBytes(app.config.dataDir);
    if (free < lowBytes) await recordLasting(app, { type: "disk.low", detail: String(free) });
  }
  const stuck = await findStuck(app, stuckAfter);
  const isMissing = stuck !== null && stuckBefore.get(app) === stuck;
  if (stuck === null) stuckBefore.delete(app);
  else stuckBefore.set(app, stuck);
  if (!isMissing) return;
  app.log.error({ tweet: stuck }, "nobody publishes: what is due stays unsent");
  await recordLasting(app, { type: "publisher.missing" });
  // Those who would send it are the ones that are missing.
  if (!app.node.mayClaim()) await (await deliverDue(app, channels, { asStandby: true })).done;
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
