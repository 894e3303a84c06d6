// A webhook that is told nothing any more: its wishes and what waits for it end with it.
import type { App } from "~/app.server";
import { addWish, endWaiting, endWebhooks, recordEvents, replaceWishes } from "~/features/events/events.server";
import { findConfirmedEmail } from "~/features/users/users.server";
import type { Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { hookMessages } from "./hook";
import type { WebhookRow } from "./queries.server";
import * as queries from "./queries.server";

/** Call it with the deliveries and the person locked. `reason` is a sentence. */
export async function disable(trx: Transaction, row: WebhookRow, by: { reason: string; now: number }): Promise<void> {
  await queries.update(trx, row.id, { disabled_at: by.now, disabled_reason: by.reason });
  await replaceWishes(trx, row.user_id, { channel: "webhook", targetId: row.id }, []);
  await endWaiting(trx, row.id, by);
}

/**
 * A backup was put back, which may know nothing of a webhook's end: until their people have looked, none is told anything.
 * One that was disabled keeps its reason. Call it where no server runs on this database.
 */
export async function disableAllRestored(trx: Transaction, now: number): Promise<void> {
  const by = { reason: hookMessages.restored, now };
  await queries.disableAll(trx, by);
  await endWebhooks(trx, by);
}

/** By the server itself: the person's other webhooks are told, and they by mail where they confirmed an address. */
export async function disableUnasked(
  trx: Transaction,
  app: Pick<App, "config" | "mail">,
  row: WebhookRow,
  by: { reason: string; now: number },
): Promise<void> {
  const { id, user_id: userId } = row;
  await lockPerson(trx, userId);
  await disable(trx, row, by);
  const type = "webhook.disabled";
  // Nobody chooses the mail, so the wish is written with the first reason for it.
  if ((await findConfirmedEmail({ db: trx }, userId)) !== null)
    await addWish(trx, userId, { channel: "mail", targetId: userId }, type);
  await recordEvents(trx, app, [{ type, userId, at: by.now, detail: id }]);
}
