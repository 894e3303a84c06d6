// Parses ids in paths.
import { AppError } from "~/ground/errors";

type Params = Record<string, string | undefined>;

/** Throws not_found for malformed ids too. */
export const tweetId = (params: Params): number => idIn(params["tweet_id"], "Tweet not found.");

export const analysisId = (params: Params): number => idIn(params["analysis_id"], "This analysis doesn’t exist.");

export const keyId = (params: Params): number => idIn(params["key_id"], "This API key doesn’t exist.");

export const deliveryId = (params: Params): number => idIn(params["delivery_id"], "This delivery doesn’t exist.");

export const versionNo = (params: Params): number => idIn(params["version_no"], "This version doesn’t exist.");

function idIn(raw: string | undefined, notThere: string): number {
  if (raw === undefined || !/^\d{1,15}$/.test(raw)) throw new AppError("not_found", notThere);
  return Number(raw);
}
