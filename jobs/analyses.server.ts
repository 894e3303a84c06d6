// Fails analyses left behind by a process that has ended.
import type { App } from "~/app.server";
import { failLeftBehind } from "~/features/analysis/analysis.server";

export const analyses = (app: App) => failLeftBehind(app);
