// How much room the disk has, and how much an upgrade of the database takes.
import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { BackupError } from "./backup-error.server";

/** Bytes that the disk of this folder has left for us. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
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
