// Gives the bots that are due their turn.
import type { App } from "~/app.server";
import { runBots } from "~/features/bots/bots.server";

export const bots = (app: App) => runBots(app);
