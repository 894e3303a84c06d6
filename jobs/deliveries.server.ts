// Tells people and the operator what they asked to be told of.
import type { App } from "~/app.server";
import { alertChannels } from "~/features/alerts/alerts.server";
import { deliverDue, nextDeliveryAt } from "~/features/events/events.server";

export const deliveries = (app: App) => deliverDue(app, alertChannels(app));

export const nextDelivery = (app: App, after: number) => nextDeliveryAt(app, alertChannels(app), after);
