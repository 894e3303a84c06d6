// Ids as they come in paths, read the same way everywhere.
import { AppError } from "~/ground/errors";

type Params = Record<string, string | undefined>;

/** A tweet's id in a path. An id that can't exist is one that doesn't. Throws not_found. */
export const tweetId = (params: Params): number => idIn(params["tweet_id"], "This tweet does not exist");

/** The same for an analysis. */
export const analysisId = (params: Params): number => idIn(params["analysis_id"], "This analysis does not exist");

/** The same for a named key. */
export const keyId = (params: Params): number => idIn(params["key_id"], "This API key does not exist");

/** The same for what was sent to a webhook. */
export const deliveryId = (params: Params): number => idIn(params["delivery_id"], "This delivery does not exist");

/** The number of a tweet's version. */
export const versionNo = (params: Params): number => idIn(params["version_no"], "This tweet has no such version");

function idIn(raw: string | undefined, notThere: string): number {
  if (raw === undefined || !/^\d{1,15}$/.test(raw)) throw new AppError("not_found", notThere);
  return Number(raw);
}
