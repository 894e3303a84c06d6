// API handlers that generate tweets and threads.
import { getAccount } from "~/features/accounts/accounts.server";
import { usualParts } from "~/features/generation/thread/format";
import { getBatch, getTask, request as requestTweets } from "~/features/generation/generation.server";
import { suggestionsPath } from "~/features/generation/suggestions-path";
import { serve } from "~/http/api/api.server";
import { tellTweets } from "~/features/publishing/to-api.server";
import * as contract from "~/http/contract/generation.server";

export const taskAnswer = (id: string) => ({ task_id: id, data: { task_id: id } });

export const generation = [
  serve(contract.submit, async ({ app, user, body, once }) => {
    const named = body.twitter_account_id ?? null;
    const account = named === null ? null : await getAccount(app, user.id, named);
    const ask = {
      userId: user.id,
      accountId: account?.id ?? null,
      topic: body.question,
      webSearch: body.enable_web_search ?? false,
      parts: body.format === "thread" ? (body.parts ?? usualParts) : null,
    };
    return taskAnswer(await requestTweets(app, ask, (trx, id) => once.keep(trx, () => taskAnswer(id))));
  }),
  serve(contract.taskStatus, async ({ app, params, user }) => {
    const task = await getTask(app, params["task_id"] ?? "", user?.id ?? null);
    const { id, status, batchId, tweetId, note, error, errorCode } = task;
    return { data: { task_id: id, status, batch_id: batchId, tweet_id: tweetId, note, error, error_code: errorCode } };
  }),
  serve(contract.batch, async ({ app, params, user }) => {
    const batch = await getBatch(app, params["batch_id"] ?? "", user?.id ?? null);
    const path = suggestionsPath(batch);
    const url = path === null ? null : `${app.config.appOrigin}${path}`;
    const { webSearch, searched, sources } = batch;
    const grounding = webSearch ? { searched, sources, search_suggestions_url: url } : {};
    const tweets = await tellTweets(app, user?.timezone ?? "UTC", batch.tweets);
    return { data: tweets.map((tweet) => ({ ...tweet, discarded_at: null, ...grounding })) };
  }),
];
