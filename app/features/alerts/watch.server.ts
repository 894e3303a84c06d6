// Checks every minute that the disk has room and that some node publishes.
import { statfs } from "node:fs/promises";
import type { App } from "~/app.server";
import { hours, minutes } from "~/ground/time/duration";
import { type Channel, deliverDue, recordLasting } from "~/features/events/events.server";
import { findStuck } from "~/features/publishing/publishing.server";

/** Same threshold as the doctor's. */
const lowBytes = 200_000_000;
/** A publishable tweet due for this long shows that no node publishes. */
const stuckAfter = minutes(5);

const stuckBefore = new WeakMap<App, number>();

const loggedAt = new WeakMap<App, Map<string, number>>();

/** Runs in standby processes too. `channels` must be all channels: an event is prepared once, for all of them. */
export async function watchServer(app: App, channels: readonly Channel[], freeBytes = freeBytesOf): Promise<void> {
  // Postgres has its own disk.
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
  logHourly(app, { tweet: stuck }, "no process is posting: due tweets aren’t being posted");
  await recordLasting(app, { type: "publisher.missing" });
  // The nodes that would deliver the alert are the missing ones.
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
