// Ids as they come in paths and fields, read once and the same way everywhere.
import { z } from "zod";
import { AppError } from "~/errors";

/** A tweet's id in a path. An id that can't exist is one that doesn't. Throws not_found. */
export function tweetId(params: Record<string, string | undefined>): number {
  const raw = params["tweet_id"] ?? "";
  const id = Number(raw);
  if (!/^\d{1,15}$/.test(raw) || !Number.isSafeInteger(id))
    throw new AppError("not_found", "This tweet does not exist");
  return id;
}

/** An account in a field: the network's id or the internal one, as text or number. */
export const accountRef = z
  .union([z.string(), z.int()], "twitter_account_id must be an account's id")
  .transform(String)
  .pipe(z.string().regex(/^\d{1,20}$/, "twitter_account_id must be an account's id"));

/** A moment in a query or body: ISO 8601 with its offset; milliseconds since 1970 on our side. */
export const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be an ISO 8601 moment` }).transform((text) => Date.parse(text));
