// Sends users' events to their programs by signed POSTs. A channel of the outbox.

export { webhookChannel } from "./by-webhook.server";
export { disableAllOf, disableAllRestored } from "./disable.server";
export {
  type Delivery,
  getDelivery,
  listDeliveriesOf,
  listLatest,
  replayDelivery,
  testWebhook,
} from "./deliveries.server";
export { changeWebhook, WebhookChanged } from "./change.server";
export {
  addWebhook,
  getWebhook,
  listWebhooks,
  pruneWebhooks,
  removeWebhook,
  renewWishes,
  rotateSecret,
  type Webhook,
  type WebhookWish,
} from "./own.server";
export { resealWebhooks } from "./secret.server";
