// Takes an exclusive lock on a side file, so one process publishes per database.
import { mkdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { noteFile } from "./faults.server";
import { Sqlite3 } from "./driver.server";

export interface PublisherLock {
  /** Returns true once held. The system frees the lock when the process ends. */
  take(): boolean;
  touch(): void;
  /** ms; null if never. */
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
    // By path: opening and closing the file here would drop the lock.
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
