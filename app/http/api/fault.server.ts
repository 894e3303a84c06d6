// What of an error the caller may be told: our own errors, and a disk that can't take what is to be stored.
import { AppError, isAppError } from "~/ground/errors";
import { storageFault } from "~db/database.server";

/** Null for what nobody foresaw. */
export function knownFault(error: unknown): AppError | null {
  if (isAppError(error)) return error;
  const sentence = storageFault(error);
  return sentence === null ? null : new AppError("no_storage", sentence, { cause: error });
}
