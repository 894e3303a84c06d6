// Reads and writes moved.json in DATA_DIR, which blocks starts on moved data.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "~/ground/config.server";
import { syncFile } from "../sqlite/sync-file.server";

export interface Mark {
  to: string;
  at: string;
  transaction: string;
  /** False from just before the commit until its answer. */
  done: boolean;
}

const fileOf = (dataDir: string): string => join(dataDir, "moved.json");

/** Throws ConfigError if the data was moved. Call before opening the SQLite database. */
export function requireNotMoved(dataDir: string): void {
  const mark = findMark(dataDir);
  if (mark === null) return;
  const file = fileOf(dataDir);
  throw new ConfigError([
    mark.done
      ? `DATABASE_URL is missing: the data of ${dataDir} was moved to Postgres on ${mark.at.slice(0, 10)}, and to go back to what it was then you would have to delete ${file}.`
      : `A move of ${dataDir} to Postgres was interrupted at its very end: run npm run move again, which finds out whether the data is there.`,
  ]);
}

export function findMark(dataDir: string): Mark | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Mark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new ConfigError([`${fileOf(dataDir)} can't be read, and it says whether the data was moved to Postgres`]);
  }
}

export function writeMark(dataDir: string, mark: Mark): void {
  const draft = `${fileOf(dataDir)}.part`;
  const descriptor = openSync(draft, "w", 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(mark, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, fileOf(dataDir));
  syncFile(dataDir);
}

export function removeMark(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
  syncFile(dataDir);
}
