// Waiting for the disk beside the event loop: while it takes what was committed, nothing else has to wait.
import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import type Sqlite from "better-sqlite3";

/** Resolves when the disk has taken what was written to an open file. */
export type Sync = (file: number) => Promise<void>;

export const toDisk: Sync = promisify(fdatasync);

export interface Disk {
  /**
   * Takes the wait out of the commits of `write`: whoever calls this asks for `flushed` before it relies on them. Not
   * inside a transaction, and nothing else may be written meanwhile.
   */
  withoutWait<T>(write: () => Promise<T>): Promise<T>;
  /** Resolves when everything that was committed before the call is on disk; those who ask together share one wait. */
  flushed(): Promise<void>;
  close(): void;
}

/**
 * What SQLite does at synchronous=FULL, in another thread: at NORMAL a commit is in the WAL's file whole and in its
 * order, and FULL adds one fsync of that file (https://www.sqlite.org/pragma.html#pragma_synchronous). Checkpoints
 * wait for the disk at both.
 */
export function openDisk(sqlite: Sqlite.Database, sync: Sync): Disk {
  let wal: number | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const setSynchronous = (level: "FULL" | "NORMAL") => sqlite.pragma(`synchronous = ${level}`);

  const take = async (): Promise<void> => {
    // Made with the first write, and there as long as the database is open. SQLite holds no lock on this file that
    // closing it would drop.
    wal ??= openSync(`${sqlite.name}-wal`, "r+");
    await sync(wal);
  };

  const begin = (): Promise<void> => {
    next = null;
    running = take().finally(() => (running = null));
    return running;
  };

  return {
    async withoutWait(write) {
      setSynchronous("NORMAL");
      try {
        return await write();
      } finally {
        setSynchronous("FULL");
      }
    },
    flushed() {
      // One that is under way may have begun before the last commit.
      return running === null ? begin() : (next ??= running.then(begin, begin));
    },
    close() {
      const file = wal;
      if (file === null) return;
      if (running === null) closeSync(file);
      else void running.catch(() => undefined).then(() => closeSync(file));
    },
  };
}
