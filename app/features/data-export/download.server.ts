// Limits concurrent browser downloads, because an export uses the whole server's CPU and memory.
import type { App } from "~/app.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { createFairPool } from "~/ground/fair-pool";
import { seconds } from "~/ground/time/duration";
import { type DataExport, exportData, type Format } from "./data-export.server";

export const downloadBounds = { inAll: 2, each: 1, maxWait: seconds(10), maxStall: seconds(30) };

const places = createFairPool(downloadBounds);
const inFlight = new Set<string>();

const again = { retryAfterSeconds: 30 };

/** Throws not_found, rate_limited, busy, and overloaded if other downloads hold all slots for too long. */
export async function downloadData(
  app: App,
  { userId, format, address }: { userId: string; format: Format; address: string },
): Promise<DataExport> {
  if (inFlight.has(userId))
    throw new AppError("busy", "Your last download is still running. Try again when it has finished.", again);
  inFlight.add(userId);
  const end = () => void inFlight.delete(userId);
  let leave = end;
  try {
    await countOne(app, "downloads", userId);
    const giveBack = await places.enter(userId, AbortSignal.timeout(downloadBounds.maxWait)).catch(() => {
      throw new AppError("overloaded", "Other users are downloading their data. Try again in a minute.", again);
    });
    leave = () => {
      giveBack();
      end();
    };
    const { pieces, ...file } = await exportData(app, userId, format, { address });
    return { ...file, pieces: untilLeft(pieces, leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Frees the slot after `maxStall` if the client stops reading or never starts. */
function untilLeft(pieces: AsyncIterable<string>, leave: () => void): AsyncIterable<string> {
  const timer = setTimeout(leave, downloadBounds.maxStall).unref();
  return (async function* () {
    try {
      for await (const piece of pieces) {
        timer.refresh();
        yield piece;
      }
    } finally {
      clearTimeout(timer);
      leave();
    }
  })();
}
