// Fails the analyses that a process which is gone had in hand.
import type { App } from "~/app.server";
import { failLeftBehind } from "~/features/analysis/analysis.server";

export const analyses = (app: App) => failLeftBehind(app);
