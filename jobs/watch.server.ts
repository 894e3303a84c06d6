// Looks after the server itself, for its operator.
import type { App } from "~/app.server";
import { watchServer } from "~/features/alerts/alerts.server";
import { channels } from "./deliveries.server";

export const watch = (app: App) => watchServer(app, channels(app));
