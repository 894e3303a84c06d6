// Classifies SQLite errors.
import type { FaultKind } from "../dialect.server";

export const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
};

const aboutFile = new WeakMap<Error, string>();

export function noteFile<E>(error: E, file: string): E {
  if (error instanceof Error && !aboutFile.has(error)) aboutFile.set(error, file);
  return error;
}

export function fileNoted(error: Error): string | null {
  const { path } = error as { path?: unknown };
  return aboutFile.get(error) ?? (typeof path === "string" ? path : null);
}

export function faultOf(error: unknown): FaultKind | null {
  const code = codeOf(error);
  if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(code)) return "unique";
  if (code === "SQLITE_CONSTRAINT_FOREIGNKEY") return "orphan";
  if (storageFault(error) !== null) return "storage";
  return null;
}

export function storageFault(error: unknown): string | null {
  const code = codeOf(error);
  if (code === "SQLITE_FULL" || code === "ENOSPC")
    return "The server's disk is full, so nothing can be stored. Free some space, then try again.";
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR|PERM)/.test(code) || code === "EROFS")
    return "The server can’t write to its disk. Check DATA_DIR, then try again.";
  return null;
}
