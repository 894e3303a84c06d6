// Makes the night's backup.
import type { App } from "~/app.server";
import { backUpNightly } from "~/features/backups/backups.server";
import { tellBackupFailed } from "~/features/people/people.server";

/** A database that nodes share has backups of its own. */
export const backups = async (app: App) => (app.config.postgres === null ? backUp(app) : null);

const backUp = (app: App) =>
  backUpNightly(app).catch(async (error: unknown) => {
    await tellBackupFailed(app).catch((err: unknown) => app.log.error({ err }, "nobody's webhook was told"));
    throw error;
  });
