// How much room the disk has, and how much an upgrade of the database takes.
import { rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BackupError } from "./backup-error.server";

/** Bytes that the disk of this folder has left for us. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * SQLite opens a database by making files beside it, which a full disk refuses. So a little is laid by while there is room,
 * and given up before a start that has none.
 */
const reserveBytes = 256 * 1024;
const reserveOf = (dataDir: string): string => join(dataDir, "linnet.db.reserve");

/** Lays by what the next start on a full disk needs. Where there is too little room, or no right, nothing is done. */
export function layByReserve(dataDir: string): void {
  try {
    if (statSync(reserveOf(dataDir), { throwIfNoEntry: false })?.size === reserveBytes) return;
    if (freeBytes(dataDir) < 8 * reserveBytes) return;
    writeFileSync(reserveOf(dataDir), Buffer.alloc(reserveBytes, 1), { mode: 0o600 });
  } catch {
    giveUpReserve(dataDir);
  }
}

/** Gives it up where the disk has less left than that; returns whether the disk was so full. */
export function giveUpReserve(dataDir: string): boolean {
  if (freeBytes(dataDir) >= reserveBytes) return false;
  rmSync(reserveOf(dataDir), { force: true });
  return true;
}

/** The database with its log. */
export const sizeOf = (file: string): number =>
  ["", "-wal"].reduce((sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0), 0);

/**
 * Of its size. From 001 to 018 a database of 100 MB took 197 MB at most: the backup with its first copy, or the backup
 * with the log of all steps (70 MB) and what they added to the file (15 MB).
 */
const timesItsSize = 3;
const atLeast = 16 * 1024 * 1024;

/** Throws BackupError where the disk has not the room for an upgrade of `file`: what is found out half-way costs more. */
export function requireUpgradeRoom(file: string): void {
  const [needed, free] = [timesItsSize * sizeOf(file) + atLeast, freeBytes(dirname(file))];
  if (free >= needed) return;
  throw new BackupError(
    `The upgrade needs ${inMegabytes(needed)} on the disk of ${dirname(file)}, and ${inMegabytes(free)} are free. Free some space, then start again; nothing was changed.`,
  );
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
