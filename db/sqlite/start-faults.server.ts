// Explains file and SQLite errors at start in one line.
import { codeOf, fileNoted } from "./faults.server";

interface Row {
  pattern: RegExp;
  what: string;
  helps: string;
}

/** The first match wins. Codes: https://www.sqlite.org/rescode.html, and the system's own. */
const rows: Row[] = [
  {
    pattern: /^SQLITE_NOTADB/,
    what: "is no SQLite database",
    helps: "Put a backup in its place: npm run restore -- FILE.",
  },
  { pattern: /^SQLITE_CORRUPT/, what: "is damaged", helps: "Put a backup in its place: npm run restore -- FILE." },
  {
    pattern: /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/,
    what: "has no room on its disk",
    helps: "Free some space, then start again.",
  },
  {
    pattern: /^(SQLITE_READONLY|EROFS)/,
    what: "can't be written",
    helps: "Let the user that Linnet runs as write the file and its folder.",
  },
  {
    pattern: /^(SQLITE_(CANTOPEN|PERM|AUTH)|EACCES|EPERM)/,
    what: "can't be opened",
    helps: "Let the user that Linnet runs as read and write the file and its folder.",
  },
  {
    pattern: /^SQLITE_(BUSY|LOCKED)/,
    what: "is held by another process",
    helps: "End what has it open, then start again.",
  },
  {
    pattern: /^(SQLITE_(IOERR|NOLFS|PROTOCOL)|EIO|ENXIO|ENODEV|ESTALE)/,
    what: "can't be kept on its disk",
    helps: "Look at the system's log; DATA_DIR belongs on a disk of this machine, not on a network's.",
  },
  {
    pattern: /^(SQLITE_NOMEM|ENOMEM|E[MN]FILE)/,
    what: "can't be opened for want of memory or files",
    helps: "Raise what Linnet may use, then start again.",
  },
  {
    pattern: /^(ENOENT|ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG|EEXIST|EBUSY|ENOTEMPTY)$/,
    what: "can't be used",
    helps: "Check the path.",
  },
];

export function startFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  const isSqlite = code.startsWith("SQLITE_");
  const file = fileNoted(error) ?? (isSqlite ? "linnet.db in DATA_DIR" : null);
  const row = rows.find(({ pattern }) => pattern.test(code));
  if (file === null || !row) return null;
  const why = error.message
    .replace(/\s+/g, " ")
    .replace(/^E\w+: /, "")
    .trim();
  return `${file} ${row.what}: ${why} (${code}). ${row.helps}`;
}
