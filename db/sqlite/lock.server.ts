// One publisher per database: an exclusive lock on a side file, held for the life of the process.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { Sqlite3 } from "./driver.server";

export interface PublisherLock {
  /** Tries to take the lock; true once it is held. The system frees it when the process ends, however it ends. */
  take(): boolean;
  release(): void;
}

export function publisherLock(dataDir: string): PublisherLock {
  let connection: Sqlite.Database | null = null;
  return {
    take() {
      if (connection) return true;
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const file = new Sqlite3(join(dataDir, "publisher.lock.db"), { timeout: 0 });
      try {
        file.exec("begin exclusive");
        connection = file;
        return true;
      } catch (error) {
        file.close();
        if ((error as { code?: string }).code === "SQLITE_BUSY") return false;
        throw error;
      }
    },
    release() {
      connection?.close();
      connection = null;
    },
  };
}
