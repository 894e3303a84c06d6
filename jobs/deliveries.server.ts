// Tells people, their programs and the operator what they asked to be told of.
import type { App } from "~/app.server";
import { alertChannels } from "~/features/alerts/alerts.server";
import { deliverDue, nextDeliveryAt } from "~/features/events/events.server";
import { webhookChannel } from "~/features/webhooks/webhooks.server";

/** All that this server has. */
export const channels = (app: App) => [...alertChannels(app), webhookChannel(app)];

export const deliveries = (app: App) => deliverDue(app, channels(app));

export const nextDelivery = (app: App, after: number) => nextDeliveryAt(app, channels(app), after);
