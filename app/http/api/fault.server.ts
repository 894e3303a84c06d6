// What of an error the caller may be told: our own errors, a disk that can't take what is to be stored, a database that is away.
import { AppError, isAppError } from "~/ground/errors";
import { isDatabaseAway, storageFault } from "~db/database.server";

/** Null for what nobody foresaw. */
export function knownFault(error: unknown): AppError | null {
  if (isAppError(error)) return error;
  const sentence = storageFault(error);
  const code = isDatabaseAway(error) ? "database_away" : "no_storage";
  return sentence === null ? null : new AppError(code, sentence, { cause: error });
}
