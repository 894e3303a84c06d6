// API handlers for webhooks and their deliveries.
import {
  addWebhook,
  changeWebhook,
  type Delivery,
  getWebhook,
  listDeliveriesOf,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
  type Webhook,
} from "~/features/webhooks/webhooks.server";
import { iso } from "~/ground/time/iso";
import { serve } from "~/http/api/api.server";
import { fromCursor, linkNext, toCursor } from "~/http/api/cursor.server";
import { deliveryId } from "~/http/api/params.server";
import * as contract from "~/http/contract/programs/webhooks.server";
import { addressOf } from "~/http/session/client-address.server";

export const webhooks = [
  serve(contract.list, async ({ app, user }) => ({ data: (await listWebhooks(app, user.id)).map(toApi) })),
  serve(contract.add, async ({ app, request, user, body, once }) => {
    const wish = { ...body, description: body.description ?? "" };
    const by = { userId: user.id, address: addressOf(request) };
    return toNew(await addWebhook(app, by, wish, (trx, made) => once.keep(trx, () => toNew(made))));
  }),
  serve(contract.read, async ({ app, user, params }) => ({
    data: toApi(await getWebhook(app, user.id, idIn(params))),
  })),
  serve(contract.change, async ({ app, request, user, params, body }) => {
    const by = { userId: user.id, address: addressOf(request), id: idIn(params) };
    return { data: toApi(await changeWebhook(app, by, body)) };
  }),
  serve(contract.remove, async ({ app, request, user, params }) => {
    await removeWebhook(app, { userId: user.id, address: addressOf(request), id: idIn(params) });
    return { message: "Webhook removed" };
  }),
  serve(contract.test, async ({ app, user, params, once }) => {
    const tell = (eventId: string) => ({ data: { event_id: eventId } });
    return tell(await testWebhook(app, user.id, idIn(params), (trx, id) => once.keep(trx, () => tell(id))));
  }),
  serve(contract.rotate, async ({ app, request, user, params, once }) => {
    const by = { userId: user.id, address: addressOf(request), id: idIn(params) };
    const tell = (secret: string) => ({ data: { secret } });
    return tell(await rotateSecret(app, by, (trx, secret) => once.keep(trx, () => tell(secret))));
  }),
  serve(contract.deliveries, async ({ app, request, user, params, query, headers }) => {
    const { limit, cursor, status } = query;
    const filters = { webhook: idIn(params), ...(status && { status }) };
    const last = Number(fromCursor(cursor, filters) ?? Number.NaN);
    const by = { status: status ?? null, before: Number.isSafeInteger(last) ? last : null, limit };
    const { deliveries, older } = await listDeliveriesOf(app, { userId: user.id, id: idIn(params) }, by);
    const next = older === null ? null : toCursor(older, filters);
    linkNext(headers, request, next);
    return { data: deliveries.map(toDelivery), next };
  }),
  serve(contract.replay, async ({ app, user, params, once }) => {
    const told = { message: "Linnet is resending this delivery" };
    await replayDelivery(app, user.id, deliveryId(params), (trx) => once.keep(trx, () => told));
    return told;
  }),
];

const idIn = (params: Record<string, string | undefined>): string => params["webhook_id"] ?? "";

const toApi = ({ id, url, events, description, isEnabled, disabledReason, createdAt }: Webhook) => ({
  id,
  url,
  events,
  description,
  enabled: isEnabled,
  disabled_reason: disabledReason,
  created_at: iso(createdAt),
});

const toNew = ({ webhook, secret }: Awaited<ReturnType<typeof addWebhook>>) => ({
  data: { ...toApi(webhook), disabled_reason: null, secret },
});

const toDelivery = ({ id, eventId, type, status, attempts, nextAttemptAt, lastStatus, lastError, at }: Delivery) => ({
  id,
  event_id: eventId,
  type,
  status,
  attempts,
  next_attempt_at: nextAttemptAt === null ? null : iso(nextAttemptAt),
  last_status: lastStatus,
  last_error: lastError,
  created_at: iso(at),
});
