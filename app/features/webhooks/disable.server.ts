// A webhook that is told nothing any more: its wishes and what waits for it end with it.
import type { App } from "~/app.server";
import { type AuditEvent, writeAudit } from "~/features/audit/audit.server";
import { addWish, endWaiting, endWebhooks, recordEvents, replaceWishes } from "~/features/events/events.server";
import { findConfirmedEmail } from "~/features/users/users.server";
import type { Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { type DisabledCode, disabledReasons } from "./hook";
import { type By, deedOn } from "./own.server";
import type { WebhookRow } from "./queries.server";
import * as queries from "./queries.server";

interface End {
  code: DisabledCode;
  now: number;
}

/** Call it with the deliveries and the person locked. */
export async function disable(trx: Transaction, row: WebhookRow, { code, now }: End): Promise<void> {
  const reason = disabledReasons[code];
  await queries.update(trx, row.id, { disabled_at: now, disabled_reason: reason, disabled_code: code });
  await replaceWishes(trx, row.user_id, { channel: "webhook", targetId: row.id }, []);
  await endWaiting(trx, row.id, { reason, now });
}

/**
 * All of a person's that are told anything, by that person. Call it with the deliveries and the person locked. Returns what
 * happened, for the log.
 */
export async function disableAllOf(trx: Transaction, app: Pick<App, "clock">, by: By): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const row of await queries.listByUser(trx, by.userId)) {
    if (row.disabled_at !== null) continue;
    await disable(trx, row, { code: "person", now: app.clock.now() });
    const event = deedOn(row, by, "webhook.off");
    await writeAudit(trx, app, event);
    events.push(event);
  }
  return events;
}

/**
 * A backup was put back, which may know nothing of a webhook's end: until their people have looked, none is told anything.
 * One that was disabled keeps its reason. Call it where no server runs on this database.
 */
export async function disableAllRestored(trx: Transaction, now: number): Promise<void> {
  const [code, reason] = ["restored" as const, disabledReasons.restored];
  await queries.disableAll(trx, { disabled_at: now, disabled_reason: reason, disabled_code: code });
  await endWebhooks(trx, { reason, now });
}

/** By the server itself: the person's other webhooks are told, and they by mail where they confirmed an address. */
export async function disableUnasked(
  trx: Transaction,
  app: Pick<App, "config" | "mail">,
  row: WebhookRow,
  by: End,
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
