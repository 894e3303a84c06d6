// Deletes the attempts of tweets long concluded. What came of them stays with the tweet and its journal.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import * as attempts from "~/features/publishing/store/attempts.server";
import { deleteReadsBefore } from "~/features/spending/store/paid-reads.server";
import { deleteCallsBefore } from "~/features/uploads/queries.server";

/** Beyond any limit's day, any window of near-duplicates (30 days) and any bill that one might compare with. */
const keepsAttempts = days(180);
/** Rows a statement. A post has its turn between two of them. */
const maxRows = 500;

/** Deletes the attempts of tweets that were concluded more than 180 days ago, and paid reads as old; returns how many attempts. */
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
