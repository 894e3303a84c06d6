// Waiting for the disk beside the event loop: while it takes what was committed, nothing else has to wait.
import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import type Sqlite from "better-sqlite3";
import type { Db } from "../dialect.server";

/** Resolves when the disk has taken what was written to an open file. */
export type Sync = (file: number) => Promise<void>;

export const toDisk: Sync = promisify(fdatasync);

export interface Disk {
  /**
   * Takes the wait out of the commits of `write`: whoever calls this asks for `flushed` before it relies on them. Not
   * inside a transaction, and nothing else may be written meanwhile.
   */
  withoutWait<T>(write: () => Promise<T>): Promise<T>;
  /**
   * Resolves when what was committed before the call is on disk; those who ask together share one wait. Once a wait
   * has failed all are refused: the system then takes the pages for written, so the next one would succeed without
   * them (https://wiki.postgresql.org/wiki/Fsync_Errors).
   */
  flushed(): Promise<void>;
  /** Told when a wait fails: the process should end, as only another start knows what the disk has. */
  whenFailed(tell: (error: unknown) => void): void;
  close(): void;
}

/** Of a database in memory. */
export const noDisk: Disk = {
  withoutWait: (write) => write(),
  flushed: () => Promise.resolve(),
  whenFailed: () => {},
  close: () => {},
};

const disks = new WeakMap<Db, Disk>();

/** The disk below a database. */
export const diskOf = (db: Db): Disk => disks.get(db) ?? noDisk;

export function setDisk(db: Db, disk: Disk): void {
  disks.set(db, disk);
}

interface Waiting {
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * What SQLite does at synchronous=FULL, in another thread: at NORMAL a commit is in the WAL's file whole and in its
 * order, and FULL adds one fsync of that file (https://www.sqlite.org/pragma.html#pragma_synchronous).
 */
export function openDisk(sqlite: Sqlite.Database, sync: Sync): Disk {
  const written = sqlite.prepare("select total_changes()").pluck();
  let wal: number | null = null;
  let waiting: Waiting[] = [];
  let busy: Promise<void> | null = null;
  /** Something was committed that no wait was begun for. */
  let isAhead = false;
  let failure: unknown = null;
  let tellFailure = (_: unknown) => {};

  const setSynchronous = (level: "FULL" | "NORMAL") => sqlite.pragma(`synchronous = ${level}`);
  /**
   * What a transaction would take back, should one of its statements fail, SQLite notes here. DEFAULT is a file beyond
   * 64 kB, made anew for each transaction and nearly as much writing as the log: https://www.sqlite.org/tempfiles.html
   */
  const setTempStore = (place: "MEMORY" | "DEFAULT") => sqlite.pragma(`temp_store = ${place}`);

  const take = async (): Promise<void> => {
    isAhead = false;
    if (failure !== null) throw failure;
    // There as long as the database is open. SQLite holds no lock on this file that closing it would drop.
    wal ??= openSync(`${sqlite.name}-wal`, "r+");
    try {
      await sync(wal);
    } catch (error) {
      failure = error;
      tellFailure(error);
      throw error;
    }
  };

  /** One wait at a time: one that is under way may have begun before the last commit. */
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
    whenFailed(tell) {
      tellFailure = tell;
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
