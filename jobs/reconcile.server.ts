// Looks up sends whose answer was lost.
import type { App } from "~/app.server";
import { reconcileDue } from "~/features/publishing/publishing.server";

export const reconcile = (app: App) => reconcileDue(app);
