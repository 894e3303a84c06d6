// Restores a backup while no server runs, and keeps the old database.
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import type { App } from "~/app.server";
import { BackupError, copyDatabase, foldLog, readBackup, requireWhole } from "~db/sqlite/backup.server";
import {
  bringMedia,
  dropMediaInside,
  keepAllMedia,
  mediaBeside,
  type MediaCopied,
} from "~db/sqlite/media-backup.server";
import { openDb } from "~db/sqlite/open.server";
import { publisherLock } from "~db/sqlite/lock.server";
import { syncFile } from "~db/sqlite/sync-file.server";
import { inTransaction } from "~db/database.server";
import { migrate } from "~db/migrate.server";
import { backupsOf, databaseOf, dropOutdated, unusedPath } from "./backups.server";
import { suspendAfterRestore } from "./suspend-after-restore.server";
import { countTweets, dropManifest } from "./queries.server";
import { replacedName } from "./retention";

export interface Restored {
  takenAt: number | null;
  tweets: number;
  /** Scheduled tweets, which are looked up at the network before they may be sent. */
  markedUnknown: number;
  replaced: string | null;
  /** `missing` counts pictures that neither the backup nor the folder has. */
  pictures: MediaCopied;
}

const running = "A server is using this folder. Stop it, restore, then start it again.";

/** Missing pictures are counted and don't stop it. Throws BackupError; nothing has changed then. */
export async function restore(app: Pick<App, "config" | "clock">, file: string): Promise<Restored> {
  const { dataDir, reconcileAfterMs } = app.config;
  const lock = publisherLock(dataDir);
  if (!lock.take()) throw new BackupError(running);
  const draft = `${databaseOf(dataDir)}.restoring`;
  try {
    const now = app.clock.now();
    const manifest = readBackup(file);
    removeDatabase(draft);
    await copyDatabase(file, draft);
    const takenAt = manifest?.takenAt ?? null;
    const done = await prepare(draft, { takenAt, now, settleAfterMs: reconcileAfterMs });
    requireWhole(draft);
    syncFile(draft);
    const replaced = await setAside(dataDir, now);
    // Pictures come first: a kill in between must leave no tweet without its picture.
    const pictures = await bringMedia(file, draft, dataDir);
    renameSync(draft, databaseOf(dataDir));
    syncFile(dataDir);
    dropOutdated(dataDir);
    return { takenAt, ...done, replaced, pictures };
  } finally {
    removeDatabase(draft);
    lock.release();
  }
}

async function prepare(draft: string, since: { takenAt: number | null; now: number; settleAfterMs: number }) {
  const { db, sqlite } = openDb(draft);
  try {
    await migrate(db);
    await dropManifest(db);
    const markedUnknown = await inTransaction(db, (trx) => suspendAfterRestore(trx, since));
    const tweets = await countTweets(db);
    dropMediaInside(sqlite);
    sqlite.pragma("journal_mode = delete");
    return { markedUnknown, tweets };
  } finally {
    await db.destroy();
  }
}

/** Keeps the old pictures too: the server deletes those without rows. The old WAL must not meet the new database. */
async function setAside(dataDir: string, now: number): Promise<string | null> {
  const file = databaseOf(dataDir);
  if (!existsSync(file)) return null;
  if (!foldLog(file)) throw new BackupError(running);
  const kept = unusedPath(backupsOf(dataDir), now, replacedName);
  mkdirSync(backupsOf(dataDir), { recursive: true, mode: 0o700 });
  await keepAllMedia(dataDir, mediaBeside(kept));
  copyFileSync(file, kept);
  // The copy inherits the original's mode, which may be wider.
  chmodSync(kept, 0o600);
  syncFile(kept);
  for (const end of ["-wal", "-shm"]) if (existsSync(file + end)) renameSync(file + end, kept + end);
  return kept;
}

function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(file + end, { force: true });
}
