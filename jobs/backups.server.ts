// Makes the nightly backup and copies backups elsewhere.
import type { App } from "~/app.server";
import { backUpNightly } from "~/features/backups/backups.server";
import { copyBackups } from "~/features/backups/copy.server";
import { tellBackupFailed } from "~/features/people/people.server";

export async function backups(app: App): Promise<string | null> {
  if (app.config.postgres !== null) return null;
  try {
    return await backUp(app);
  } finally {
    await copyBackups(app);
  }
}

const backUp = (app: App) =>
  backUpNightly(app).catch(async (error: unknown) => {
    await tellBackupFailed(app).catch((err: unknown) => app.log.error({ err }, "nobody's webhook was told"));
    throw error;
  });
