// What SQLite says when the disk is full or can't be written, told apart from mistakes of ours.

/** A sentence for people, or null where the error is another. SQLite undoes the transaction, so nothing is half written. */
export function storageFault(error: unknown): string | null {
  const code = error instanceof Error ? ((error as { code?: unknown }).code ?? "") : "";
  if (typeof code !== "string") return null;
  if (code === "SQLITE_FULL" || code === "ENOSPC")
    return "The server's disk is full, so nothing can be stored. Free some space, then try again.";
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR|PERM)/.test(code) || code === "EROFS")
    return "The server can't write to its disk. See to DATA_DIR, then try again.";
  return null;
}
