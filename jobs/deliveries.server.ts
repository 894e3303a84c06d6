// Delivers due notifications to users, webhooks and the operator.
import type { App } from "~/app.server";
import { alertChannels } from "~/features/alerts/alerts.server";
import { deliverDue, nextDeliveryAt } from "~/features/events/events.server";
import { webhookChannel } from "~/features/webhooks/webhooks.server";

export const channels = (app: App) => [...alertChannels(app), webhookChannel(app)];

export const deliveries = (app: App) => deliverDue(app, channels(app));

export const nextDelivery = (app: App, after: number) => nextDeliveryAt(app, channels(app), after);
