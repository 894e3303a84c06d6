// Measures free disk space and keeps a reserve for starting on a full disk.
import { rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BackupError } from "./backup-error.server";

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Opening a database creates files, which fails on a full disk. This file is deleted then. */
const reserveBytes = 256 * 1024;
const reserveOf = (dataDir: string): string => join(dataDir, "linnet.db.reserve");

export function layByReserve(dataDir: string): void {
  try {
    if (statSync(reserveOf(dataDir), { throwIfNoEntry: false })?.size === reserveBytes) return;
    if (freeBytes(dataDir) < 8 * reserveBytes) return;
    writeFileSync(reserveOf(dataDir), Buffer.alloc(reserveBytes, 1), { mode: 0o600 });
  } catch {
    giveUpReserve(dataDir);
  }
}

export function giveUpReserve(dataDir: string): boolean {
  if (freeBytes(dataDir) >= reserveBytes) return false;
  rmSync(reserveOf(dataDir), { force: true });
  return true;
}

export const sizeOf = (file: string): number =>
  ["", "-wal"].reduce((sum, end) => sum + (statSync(file + end, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Upgrading 100 MB from 001 to 018 took at most 197 MB. */
const timesItsSize = 3;
const atLeast = 16 * 1024 * 1024;

/** Throws BackupError: failing halfway costs more. */
export function requireUpgradeRoom(file: string): void {
  const [needed, free] = [timesItsSize * sizeOf(file) + atLeast, freeBytes(dirname(file))];
  if (free >= needed) return;
  throw new BackupError(
    `The upgrade needs ${inMegabytes(needed)} on the disk of ${dirname(file)}, and ${inMegabytes(free)} are free. Free some space, then start again; nothing was changed.`,
  );
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
