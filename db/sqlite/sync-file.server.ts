// Until a file is synced, a power failure may take it.
import { closeSync, fsyncSync, openSync } from "node:fs";

/** The file, or the names in a folder, are on the disk when this returns. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
