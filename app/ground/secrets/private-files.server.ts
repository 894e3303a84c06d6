// What lies in DATA_DIR is for Linnet's own user alone: keys, sealed tokens, everybody's tweets.
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const forOthers = 0o077;
/** What Linnet writes there; a folder that holds other things too keeps them as they are. */
const ours = /^(?:linnet\.db|secrets\.json|publisher|(?:backups|media)$)/;

/** From now on no file that this process makes can be read by others. A thread of a process can't say so. */
export function keepPrivate(): void {
  if (isMainThread) process.umask(forOthers);
}

/**
 * Root that works in a folder of somebody else's does so as that user from now on: a file of root's in it would keep the
 * server from starting.
 */
export function becomeOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Takes everybody else's rights from the folder and from what Linnet has in it, as far as it may. */
export function makePrivate(dataDir: string): void {
  for (const path of listOpen(dataDir)) {
    try {
      chmodSync(path, statSync(path).mode & 0o700);
    } catch {
      // It is somebody else's, or gone meanwhile: the doctor names what stays open.
    }
  }
}

/** The folder, and what Linnet has in it, where others may read or write it. On Windows nobody can tell. */
export function listOpen(dataDir: string): string[] {
  if (process.platform === "win32") return [];
  const inside = namesIn(dataDir).filter((name) => ours.test(name));
  const backups = namesIn(join(dataDir, "backups")).map((name) => join("backups", name));
  return [dataDir, ...[...inside, ...backups].map((name) => join(dataDir, name))].filter(isOpen);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOpen(path: string): boolean {
  try {
    return (statSync(path).mode & forOthers) !== 0;
  } catch {
    return false;
  }
}
