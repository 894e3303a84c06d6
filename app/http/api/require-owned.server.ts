// Checks that the caller owns the resource in the path, before validation.
import type { App } from "~/app.server";
import { getAccount } from "~/features/accounts/accounts.server";
import { getAnalysis } from "~/features/analysis/analysis.server";
import { getKey } from "~/features/api-keys/api-keys.server";
import { getPicture } from "~/features/media/media.server";
import { getBatch, getTask } from "~/features/generation/generation.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { getDelivery, getWebhook } from "~/features/webhooks/webhooks.server";
import { analysisId, deliveryId, keyId, tweetId } from "./params.server";

type Params = Record<string, string | undefined>;

const finders: Record<string, (app: App, userId: string, params: Params) => Promise<unknown>> = {
  tweet_id: (app, userId, params) => getTweet(app, userId, tweetId(params)),
  analysis_id: (app, userId, params) => getAnalysis(app, userId, analysisId(params)),
  key_id: (app, userId, params) => getKey(app, userId, keyId(params)),
  media_id: (app, userId, params) => getPicture(app, userId, params["media_id"] ?? ""),
  webhook_id: (app, userId, params) => getWebhook(app, userId, params["webhook_id"] ?? ""),
  delivery_id: (app, userId, params) => getDelivery(app, userId, deliveryId(params)),
  batch_id: (app, userId, params) => getBatch(app, params["batch_id"] ?? "", userId),
  task_id: (app, userId, params) => getTask(app, params["task_id"] ?? "", userId),
  account_id: (app, userId, params) => getAccount(app, userId, params["account_id"] ?? ""),
};

/** Throws not_found if the resource is missing or belongs to another user. */
export async function requireOwned(app: App, userId: string, params: Params): Promise<void> {
  for (const name of Object.keys(params)) await finders[name]?.(app, userId, params);
}
