// Looks up what became of lost answers.
import type { App } from "~/app.server";
import { reconcileDue } from "~/features/publishing/publishing.server";

export const reconcile = (app: App) => reconcileDue(app);
