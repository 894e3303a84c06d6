// Deletes attempts of tweets that ended long ago. The tweet and its journal keep the outcome.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import * as attempts from "~/features/publishing/store/attempts.server";
import { deleteReadsBefore } from "~/features/spending/store/paid-reads.server";
import { deleteCallsBefore } from "~/features/uploads/queries.server";

/** Longer than any daily limit, the duplicate window (30 days) and any bill to compare with. */
const keepsAttempts = days(180);
/** Rows per statement, so posts can be sent between two of them. */
const maxRows = 500;

export async function pruneAttempts(app: App): Promise<number> {
  await deleteReadsBefore(app.db, app.clock.now() - keepsAttempts);
  await deleteCallsBefore(app.db, app.clock.now() - keepsAttempts);
  let sum = 0;
  for (;;) {
    const gone = await attempts.deleteEndedBefore(app.db, app.clock.now() - keepsAttempts, maxRows);
    sum += gone;
    if (gone < maxRows || app.work.shutdownSignal.aborted) return sum;
  }
}
