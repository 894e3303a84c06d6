// One publisher per database: an exclusive lock on a side file, held for the life of the process.
import { mkdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { noteFile } from "./faults.server";
import { Sqlite3 } from "./driver.server";

export interface PublisherLock {
  /** Tries to take the lock; true once it is held. The system frees it when the process ends, however it ends. */
  take(): boolean;
  /** A sign of life of the holder, for those who wait. */
  touch(): void;
  /** When its holder last gave one (ms); null where nobody ever had it. */
  touchedAt(): number | null;
  release(): void;
}

export function publisherLock(dataDir: string): PublisherLock {
  let connection: Sqlite.Database | null = null;
  const path = join(dataDir, "publisher.lock.db");
  return {
    take() {
      if (connection) return true;
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const file = new Sqlite3(path, { timeout: 0 });
      try {
        file.exec("begin exclusive");
        connection = file;
        return true;
      } catch (error) {
        file.close();
        if ((error as { code?: string }).code === "SQLITE_BUSY") return false;
        throw noteFile(error, path);
      }
    },
    // By its name: a file that this process opens and closes is locked no longer.
    touch() {
      const now = new Date();
      utimesSync(path, now, now);
    },
    touchedAt: () => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null,
    release() {
      connection?.close();
      connection = null;
    },
  };
}
