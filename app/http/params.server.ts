// Ids as they come in paths, read the same way everywhere.
import { AppError } from "~/errors";

/** A tweet's id in a path. An id that can't exist is one that doesn't. Throws not_found. */
export function tweetId(params: Record<string, string | undefined>): number {
  const raw = params["tweet_id"] ?? "";
  const id = Number(raw);
  if (!/^\d{1,15}$/.test(raw) || !Number.isSafeInteger(id))
    throw new AppError("not_found", "This tweet does not exist");
  return id;
}
