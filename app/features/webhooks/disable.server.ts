// Disables webhooks and ends their subscriptions and waiting deliveries.
import type { App } from "~/app.server";
import { type AuditEvent, writeAudit } from "~/features/audit/audit.server";
import { addWish, endWaiting, endWebhooks, recordEvents, replaceWishes } from "~/features/events/events.server";
import { findConfirmedEmail } from "~/features/users/users.server";
import type { Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { type DisabledCode, disabledReasons } from "./hook";
import { type By, webhookAuditEvent } from "./own.server";
import type { WebhookRow } from "./queries.server";
import * as queries from "./queries.server";

interface End {
  code: DisabledCode;
  now: number;
}

/** Call it with the deliveries and the user locked. */
export async function disable(trx: Transaction, row: WebhookRow, { code, now }: End): Promise<void> {
  const reason = disabledReasons[code];
  await queries.update(trx, row.id, { disabled_at: now, disabled_reason: reason, disabled_code: code });
  await replaceWishes(trx, row.user_id, { channel: "webhook", targetId: row.id }, []);
  await endWaiting(trx, row.id, { reason, now });
}

/** Disables a user's webhooks. Returns events to log. Call it with the deliveries and the user locked. */
export async function disableAllOf(trx: Transaction, app: Pick<App, "clock">, actor: By): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const row of await queries.listByUser(trx, actor.userId)) {
    if (row.disabled_at !== null) continue;
    await disable(trx, row, { code: "person", now: app.clock.now() });
    const event = webhookAuditEvent(row, actor, "webhook.off");
    await writeAudit(trx, app, event);
    events.push(event);
  }
  return events;
}

/** For a restored backup, whose webhooks may be outdated. Call it only if no server is running. */
export async function disableAllRestored(trx: Transaction, now: number): Promise<void> {
  const [code, reason] = ["restored" as const, disabledReasons.restored];
  await queries.disableAll(trx, { disabled_at: now, disabled_reason: reason, disabled_code: code });
  await endWebhooks(trx, { reason, now });
}

/** The server disables it. Notifies the user's other webhooks, and by mail if their address is confirmed. */
export async function disableUnasked(
  trx: Transaction,
  app: Pick<App, "config" | "mail">,
  row: WebhookRow,
  ending: End,
): Promise<void> {
  const { id, user_id: userId } = row;
  await lockPerson(trx, userId);
  await disable(trx, row, ending);
  const type = "webhook.disabled";
  // Users can't choose this mail, so its subscription is added here.
  if ((await findConfirmedEmail({ db: trx }, userId)) !== null)
    await addWish(trx, userId, { channel: "mail", targetId: userId }, type);
  await recordEvents(trx, app, [{ type, userId, at: ending.now, detail: id }]);
}
