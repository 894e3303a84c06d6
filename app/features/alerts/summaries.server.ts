// Records a weekly summary event for each user whose Monday morning has come.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { isWishDue, listDueWishes, putOffWish, recordEvents } from "~/features/events/events.server";
import { findUser } from "~/features/users/users.server";
import { nextSummaryAt } from "./week";

const type = "summary.weekly";
const maxPerPass = 100;

export async function summariseWeeks(app: App): Promise<number> {
  if (app.mail === null || app.work.shutdownSignal.aborted || !app.node.mayClaim()) return 0;
  let count = 0;
  for (const userId of await listDueWishes(app.db, type, { now: app.clock.now(), limit: maxPerPass }))
    if (await summarise(app, userId)) count += 1;
  return count;
}

const summarise = (app: App, userId: string): Promise<boolean> =>
  inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    const now = app.clock.now();
    const user = await findUser({ db: trx }, userId);
    // Another node or a changed choice may have come first, before the lock.
    if (!user || !(await isWishDue(trx, userId, type, now))) return false;
    await recordEvents(trx, app, [{ type, userId, at: now }]);
    await putOffWish(trx, userId, type, nextSummaryAt(now, user.timezone));
    return true;
  });
