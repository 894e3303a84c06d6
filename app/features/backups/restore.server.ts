// Restoring a backup: only where nobody serves, only what is sound; the old database is kept, and nothing is sent blindly.
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
import { distrust } from "./distrust.server";
import { countTweets, dropManifest } from "./queries.server";
import { replacedName } from "./retention";

export interface Restored {
  /** When the backup was taken; null where the file doesn't say. */
  takenAt: number | null;
  tweets: number;
  /** Tweets on the timeline, which are looked up at the network before they may go out. */
  markedUnknown: number;
  /** Where the database that was there is now, or null where there was none. Its pictures are beside it. */
  replaced: string | null;
  /** Brought back from the backup; those that are neither there nor here are `lacking`. */
  pictures: MediaCopied;
}

const running = "A server is running on this folder. Stop it, restore, then start it again.";

/**
 * Puts the backup `file` in the place of the database in DATA_DIR. Every tweet on its timeline becomes unknown, so that
 * the account's posts are read before anything is sent. What is lacking of its pictures is counted, and keeps nothing from
 * being restored. Throws BackupError; then everything is as it was.
 */
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
    // Before the database: a kill in between leaves no tweet without its picture.
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

/** Brings the copy to today's schema; what it has on its timeline becomes unknown, and its named keys and webhooks wait. */
async function prepare(draft: string, since: { takenAt: number | null; now: number; settleAfterMs: number }) {
  const { db, sqlite } = openDb(draft);
  try {
    await migrate(db);
    await dropManifest(db);
    const markedUnknown = await inTransaction(db, (trx) => distrust(trx, since));
    const tweets = await countTweets(db);
    dropMediaInside(sqlite);
    sqlite.pragma("journal_mode = delete");
    return { markedUnknown, tweets };
  } finally {
    await db.destroy();
  }
}

/**
 * A copy of the database that is there goes to the backups; its log must not meet the new database. Its pictures go along,
 * since once the server runs it deletes what the new one has no rows of.
 */
async function setAside(dataDir: string, now: number): Promise<string | null> {
  const file = databaseOf(dataDir);
  if (!existsSync(file)) return null;
  if (!foldLog(file)) throw new BackupError(running);
  const kept = unusedPath(backupsOf(dataDir), now, replacedName);
  mkdirSync(backupsOf(dataDir), { recursive: true, mode: 0o700 });
  await keepAllMedia(dataDir, mediaBeside(kept));
  copyFileSync(file, kept);
  // A copy has its original's rights, and that may be older than the rule.
  chmodSync(kept, 0o600);
  syncFile(kept);
  for (const end of ["-wal", "-shm"]) if (existsSync(file + end)) renameSync(file + end, kept + end);
  return kept;
}

function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(file + end, { force: true });
}
