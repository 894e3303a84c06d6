// Looks after the server itself, and the money of its day, for its operator.
import type { App } from "~/app.server";
import { watchServer, watchSpending } from "~/features/alerts/alerts.server";
import { channels } from "./deliveries.server";

/** Neither keeps the other from being looked at. */
export async function watch(app: App): Promise<void> {
  await Promise.all([watchServer(app, channels(app)), watchSpending(app)]);
}
