// Syncs a file or folder to disk, so it survives a power failure.
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
