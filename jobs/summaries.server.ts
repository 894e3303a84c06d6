// Queues the weekly summaries.
import type { App } from "~/app.server";
import { summariseWeeks } from "~/features/alerts/alerts.server";

export const summaries = (app: App) => summariseWeeks(app);
