// Runs the bots that are due.
import type { App } from "~/app.server";
import { runBots } from "~/features/bots/bots.server";

export const bots = (app: App) => runBots(app);
