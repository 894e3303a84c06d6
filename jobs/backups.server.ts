// Makes the night's backup.
import type { App } from "~/app.server";
import { backUpNightly } from "~/features/backups/backups.server";

/** A database that nodes share has backups of its own. */
export const backups = async (app: App) => (app.config.postgres === null ? backUpNightly(app) : null);
