// Claims due tweets in passes and starts sending them.
import type { App } from "~/app.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { type Started, nothingStarted } from "~/ground/work.server";
import { commitTogether } from "~db/database.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { claimDue } from "./claim-due.server";
import { claimedUntil, sendTimeout } from "./claimed.server";
import { countInFlight } from "./in-flight.server";
import { remembering } from "./own-claims.server";
import { send } from "./send.server";

const maxPerPass = 450;
/** Limit of concurrent sends, so a pass need not wait for the slowest send of the last one. */
const maxInFlight = 900;

export async function publishDue(app: App): Promise<Started> {
  const due = await queries.nextScheduledAt(app.db);
  const idle =
    due === null || due > claimedUntil(app.clock.now()) || app.work.shutdownSignal.aborted || !app.node.mayClaim();
  if (idle) return nothingStarted;
  const limit = Math.min(maxPerPass, maxInFlight - countInFlight(app));
  if (limit <= 0) return nothingStarted;
  hitCrashPoint("claim:before");
  const { claimed, postponed } = await remembering(app, (note) =>
    commitTogether(app.db, async (trx) => {
      const done = await claimDue(trx, app, limit);
      note(done.claimed);
      return done;
    }),
  );
  const sends = app.work.track(Promise.allSettled(claimed.map((claim) => send(app, claim, sendTimeout))));
  if (claimed.length + postponed === maxPerPass) app.wake();
  // The account's next tweet may have waited for this send, or for one that was postponed.
  const done = sends.then((ends) => {
    for (const end of ends) if (end.status === "rejected") app.log.error({ err: end.reason }, "a send broke");
    if (ends.length + postponed > 0) app.wake();
  });
  return { started: claimed.length, done };
}
