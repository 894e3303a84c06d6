// Runs the queued generation tasks.
import type { App } from "~/app.server";
import { runQueued } from "~/features/generation/generation.server";

export const generate = (app: App) => runQueued(app);
