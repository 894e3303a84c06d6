// Makes backups in DATA_DIR/backups, nightly and before upgrades, and deletes old ones.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { recordLasting } from "~/features/events/events.server";
import { backupsElsewhere } from "~/features/doctor/finding";
import { backUp, BackupError } from "~db/sqlite/backup.server";
import { freeBytes, requireUpgradeRoom } from "~db/sqlite/room.server";
import { isBackup, nightlyName, outdated, upgradeName } from "./retention";

export const databaseOf = (dataDir: string): string => join(dataDir, "linnet.db");
export const backupsOf = (dataDir: string): string => join(dataDir, "backups");

/** Throws BackupError if the database is Postgres. */
export function requireOwnBackups({ postgres }: Pick<App["config"], "postgres">): void {
  if (postgres !== null)
    throw new BackupError(
      `${backupsElsewhere} Use pg_dump and pg_restore, or your provider’s snapshots. docs/postgres.md has the commands.`,
    );
}

/** Says what a restore found on the timeline: any of it may be posted already. */
export const restoredWords = (count: number): string =>
  `${count === 1 ? "1 scheduled tweet" : `${count} scheduled tweets`} may already be posted. Linnet checks each account’s posts before it posts anything.`;

export const missingPictures = (count: number): string =>
  count === 1 ? "1 image is missing or damaged" : `${count} images are missing or damaged`;

type Kept = Pick<App["config"], "postgres" | "dataDir">;

/** Nightly backups start at this UTC hour, or later if the server was off. */
const fromHour = 3;

/** Returns the new backup's name, or null if none was due. Throws BackupError and alerts the operator once a day. */
export async function backUpNightly(app: App): Promise<string | null> {
  const now = app.clock.now();
  const folder = backupsOf(app.config.dataDir);
  const name = nightlyName(now);
  if (!app.node.mayClaim() || new Date(now).getUTCHours() < fromHour || existsSync(join(folder, name))) return null;
  const { rows, pictures } = await backUp(databaseOf(app.config.dataDir), join(folder, name), now).catch(
    (error: unknown) => failed(app, error),
  );
  dropOutdated(app.config.dataDir);
  app.log.info({ backup: name, tweets: rows["tweets"], pictures: pictures.copied }, "backed up");
  if (pictures.missing > 0)
    app.log.warn({ backup: name, lacking: pictures.missing }, "images are missing or damaged, and not in the backup");
  return name;
}

async function failed(app: App, error: unknown): Promise<never> {
  await recordLasting(app, { type: "backup.failed" }).catch((err: unknown) => {
    app.log.error({ err }, "could not record the failed backup");
  });
  throw error;
}

/** Names count seconds: another run may have used this second. */
export function unusedPath(folder: string, now: number, nameAt: (at: number) => string): string {
  let at = now;
  while (existsSync(join(folder, nameAt(at)))) at += seconds(1);
  return resolve(folder, nameAt(at));
}

/** Backs up before the upgrade that begins with `step`. Throws BackupError; nothing has changed then. */
export async function backUpBefore(dataDir: string, step: string, now: number): Promise<string> {
  requireUpgradeRoom(databaseOf(dataDir));
  const file = unusedPath(backupsOf(dataDir), now, (at) => upgradeName(at, step));
  await backUp(databaseOf(dataDir), file, now);
  dropOutdated(dataDir);
  return file;
}

/** When the newest backup was finished, ms; null if there is none or the database is Postgres. */
export function findLastBackupAt({ postgres, dataDir }: Kept): number | null {
  const folder = backupsOf(dataDir);
  if (postgres !== null || !existsSync(folder)) return null;
  const made = readdirSync(folder).filter(isBackup);
  const finished = made.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return finished.length === 0 ? null : Math.max(...finished);
}

export function freeDisk({ postgres, dataDir }: Kept): number | null {
  if (postgres !== null) return null;
  try {
    return freeBytes(dataDir);
  } catch {
    return null;
  }
}

export function dropOutdated(dataDir: string): void {
  const folder = backupsOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of outdated(readdirSync(folder))) rmSync(join(folder, name), { recursive: true, force: true });
}
