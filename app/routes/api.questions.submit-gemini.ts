// POST /api/questions/submit-gemini
import { findServingAccount } from "~/features/accounts/accounts.server";
import { request as requestTweets } from "~/features/generation/generation.server";
import { api, serve } from "~/http/api.server";
import { submit } from "~/http/contract/generation.server";

export const { loader, action } = api(
  serve(submit, async ({ app, user, body }) => {
    const account = await findServingAccount(app, user.id, body.twitter_account_id ?? null);
    const taskId = await requestTweets(app, {
      userId: user.id,
      accountId: account?.id ?? null,
      topic: body.question,
      webSearch: body.enable_web_search ?? false,
    });
    return { task_id: taskId, data: { task_id: taskId } };
  }),
);
