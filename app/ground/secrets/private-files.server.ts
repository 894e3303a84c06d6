// Restricts DATA_DIR to Linnet's own user: it holds keys, tokens and all tweets.
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const forOthers = 0o077;
const ours = /^(?:linnet\.db|secrets\.json|publisher|(?:backups|media)$)/;

/** Sets the umask, which a worker thread can't do. */
export function keepPrivate(): void {
  if (isMainThread) process.umask(forOthers);
}

/** Switches from root to the folder's owner. A file owned by root would keep the server from starting. */
export function becomeOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

export function makePrivate(dataDir: string): void {
  for (const path of listOpen(dataDir)) {
    try {
      chmodSync(path, statSync(path).mode & 0o700);
    } catch {
      // Owned by another user, or deleted. The doctor reports what stays open.
    }
  }
}

/** Lists files that others may read or write. Empty on Windows, where modes don't say. */
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
