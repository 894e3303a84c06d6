// Writes a tweet and schedules it in a slot, in one transaction.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { requirePostable } from "~/features/tweets/text.server";
import { unlessLeft } from "~/features/users/users.server";
import { writeIn, type WriteRequest } from "~/features/publishing/verbs/edit.server";
import { drawIn, type SlotAsk } from "./move.server";
import { requireSendable } from "~/features/publishing/verbs/preconditions.server";
import { type Place, putOnTimeline } from "./schedule.server";

/** Throws invalid (text or slot), quiet_hours, limit_reached, and what preconditions.server throws. */
export async function writeInSlot(app: App, request: WriteRequest & SlotAsk): Promise<Place & { tweetId: number }> {
  const content = requirePostable(request.content);
  const written = inTransaction(app.db, async (trx) => {
    const { id: tweetId } = await writeIn(trx, app, { ...request, content });
    const sendable = await requireSendable(trx, app, { ...request, tweetId }, ["pending"]);
    const { account, timeZone } = sendable;
    const by = { account, timeZone, tweetId, anyway: "Schedule anyway?", stays: "" };
    const { at: executeAt, stored: reason } = await drawIn(trx, app, request, by);
    await putOnTimeline(trx, app, sendable, { executeAt, timeZone, reason });
    return { executeAt, timeZone, reason, account, tweetId };
  });
  const place = await unlessLeft(app, written);
  app.wake();
  return place;
}
