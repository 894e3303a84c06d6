// Makes the night's backup.
import type { App } from "~/app.server";
import { backUpNightly } from "~/features/backups/backups.server";

export const backups = (app: App) => backUpNightly(app);
