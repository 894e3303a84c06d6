// Watches the server and its daily spending for the operator.
import type { App } from "~/app.server";
import { watchServer, watchSpending } from "~/features/alerts/alerts.server";
import { channels } from "./deliveries.server";

export async function watch(app: App): Promise<void> {
  await Promise.all([watchServer(app, channels(app)), watchSpending(app)]);
}
