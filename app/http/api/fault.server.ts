// Maps an error to one that the caller may see: AppError, full disk, database unavailable.
import { AppError, isAppError } from "~/ground/errors";
import { isDatabaseAway, storageFault } from "~db/database.server";

export function knownFault(error: unknown): AppError | null {
  if (isAppError(error)) return error;
  const sentence = storageFault(error);
  const code = isDatabaseAway(error) ? "database_away" : "no_storage";
  return sentence === null ? null : new AppError(code, sentence, { cause: error });
}
