// Lists a user's webhook deliveries, replays them and sends tests.
import type { App } from "~/app.server";
import { type DeliveryOf, findDelivery, listDeliveries, recordFor, replay } from "~/features/events/events.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import type { Also } from "~db/database.server";
import { bodyOf } from "./compose.server";
import { type HookType, hookMessages, hookTypeOf } from "./hook";
import { getWebhook, requireRow, within } from "./own.server";
import { listByUser, type WebhookRow } from "./queries.server";

export interface Delivery extends DeliveryOf {
  type: HookType | "webhook.test";
}

const toDelivery = (found: DeliveryOf): Delivery => ({ ...found, type: hookTypeOf(found.type) ?? "webhook.test" });

/** Newest first. `older`: lists deliveries before this id. Throws not_found. */
export async function listDeliveriesOf(
  app: Pick<App, "db">,
  { userId, id }: { userId: string; id: string },
  query: { status: Delivery["status"] | null; before: number | null; limit: number },
): Promise<{ deliveries: Delivery[]; older: number | null }> {
  await getWebhook(app, userId, id);
  const found = await listDeliveries(app.db, id, { ...query, limit: query.limit + 1 });
  const deliveries = found.slice(0, query.limit).map(toDelivery);
  return { deliveries, older: found.length > query.limit ? (deliveries.at(-1)?.id ?? null) : null };
}

export async function listLatest({ db }: Pick<App, "db">, userId: string): Promise<Map<string, Delivery>> {
  const latest = new Map<string, Delivery>();
  for (const { id } of await listByUser(db, userId)) {
    const [found] = await listDeliveries(db, id, { status: null, before: null, limit: 1 });
    if (found) latest.set(id, toDelivery(found));
  }
  return latest;
}

/** Throws not_found, also for another user's webhook. */
export async function getDelivery(app: Pick<App, "db">, userId: string, id: number): Promise<Delivery> {
  const found = await findDelivery(app.db, id);
  if (!found) throw new AppError("not_found", hookMessages.noDelivery);
  await getWebhook(app, userId, found.targetId).catch(() => {
    throw new AppError("not_found", hookMessages.noDelivery);
  });
  return toDelivery(found);
}

/** Sends the same message now, with its tries reset. Throws not_found, conflict, rate_limited. */
export async function replayDelivery(app: App, userId: string, id: number, followUp?: Also<void>): Promise<void> {
  const { targetId } = await getDelivery(app, userId, id);
  await countOne(app, "webhookCalls", userId);
  await within(app, userId, async (trx) => {
    requireEnabled(await requireRow(trx, userId, targetId));
    await replay(trx, id, app.clock.now());
    await followUp?.(trx);
  });
  app.wake();
}

/** Sends `webhook.test` now and returns the event's id. Throws not_found, conflict, rate_limited. */
export async function testWebhook(app: App, userId: string, id: string, followUp?: Also<string>): Promise<string> {
  await requireRow(app.db, userId, id);
  await countOne(app, "webhookCalls", userId);
  const eventId = await within(app, userId, async (trx) => {
    const row = await requireRow(trx, userId, id);
    requireEnabled(row);
    const [type, at] = ["webhook.test" as const, app.clock.now()];
    const body = (eventId: string) => bodyOf({ id: eventId, type, at }, { webhook: { id, url: row.url } });
    const eventId = await recordFor(trx, { type, userId, at }, { targetId: id, body });
    await followUp?.(trx, eventId);
    return eventId;
  });
  app.wake();
  return eventId;
}

function requireEnabled(row: WebhookRow): void {
  if (row.disabled_at !== null) throw new AppError("webhook_disabled", hookMessages.disabled);
}
