// Syncs commits to disk off the event loop.
import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import type Sqlite from "better-sqlite3";
import type { Db } from "../dialect.server";

export type Sync = (file: number) => Promise<void>;

export const toDisk: Sync = promisify(fdatasync);

export interface Disk {
  /**
   * Await `flushed` before relying on the commits of `write`. Not inside a transaction, nor beside other writes.
   */
  withoutWait<T>(write: () => Promise<T>): Promise<T>;
  /**
   * Resolves when all earlier commits are on disk. After one failure it always rejects: the system takes the pages for
   * written, so the next fsync would succeed without them (https://wiki.postgresql.org/wiki/Fsync_Errors).
   */
  flushed(): Promise<void>;
  /** The process should end then: only a restart shows what is on disk. */
  whenFailed(listener: (error: unknown) => void): void;
  close(): void;
}

export const noDisk: Disk = {
  withoutWait: (write) => write(),
  flushed: () => Promise.resolve(),
  whenFailed: () => {},
  close: () => {},
};

const disks = new WeakMap<Db, Disk>();

export const diskOf = (db: Db): Disk => disks.get(db) ?? noDisk;

export function setDisk(db: Db, disk: Disk): void {
  disks.set(db, disk);
}

interface Waiting {
  resolve(): void;
  reject(reason: unknown): void;
}

/** FULL is NORMAL plus an fsync of the WAL per commit: https://www.sqlite.org/pragma.html#pragma_synchronous */
export function openDisk(sqlite: Sqlite.Database, sync: Sync): Disk {
  const written = sqlite.prepare("select total_changes()").pluck();
  let wal: number | null = null;
  let waiting: Waiting[] = [];
  let busy: Promise<void> | null = null;
  let isAhead = false;
  let failure: unknown = null;
  let tellFailure = (_: unknown) => {};

  const setSynchronous = (level: "FULL" | "NORMAL") => sqlite.pragma(`synchronous = ${level}`);
  /** The statement journal. On disk it is nearly as many writes as the WAL: https://www.sqlite.org/tempfiles.html */
  const setTempStore = (place: "MEMORY" | "DEFAULT") => sqlite.pragma(`temp_store = ${place}`);

  const take = async (): Promise<void> => {
    isAhead = false;
    if (failure !== null) throw failure;
    // Exists while the database is open. Closing it drops no lock of SQLite's.
    wal ??= openSync(`${sqlite.name}-wal`, "r+");
    try {
      await sync(wal);
    } catch (error) {
      failure = error;
      tellFailure(error);
      throw error;
    }
  };

  /** A running sync may miss the latest commit, so the next callers get another. */
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const served = waiting;
      waiting = [];
      await take().then(
        () => served.forEach(({ resolve }) => resolve()),
        (error: unknown) => served.forEach(({ reject }) => reject(error)),
      );
    }
    busy = null;
  };

  return {
    async withoutWait(write) {
      if (failure !== null) throw failure;
      const before = written.get();
      setSynchronous("NORMAL");
      setTempStore("MEMORY");
      try {
        return await write();
      } finally {
        if (sqlite.open) {
          setSynchronous("FULL");
          setTempStore("DEFAULT");
          isAhead ||= written.get() !== before;
        }
      }
    },
    flushed() {
      if (!isAhead && busy === null) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        busy ??= work();
      });
    },
    whenFailed(listener) {
      tellFailure = listener;
    },
    close() {
      const end = () => {
        if (wal !== null) closeSync(wal);
      };
      if (busy) void busy.then(end);
      else end();
    },
  };
}
