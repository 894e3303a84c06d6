// POST /api/questions/submit-gemini
import { z } from "zod";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { request as requestTweets } from "~/features/generation/generation.server";
import { topicSchema } from "~/features/generation/schema.server";
import { accountRef } from "~/http/params.server";
import { api, user } from "~/http/api.server";

const body = z.object({
  question: topicSchema,
  enable_web_search: z.boolean("enable_web_search must be true or false").nullish(),
  twitter_account_id: accountRef.nullish(),
});

export const { loader, action } = api({
  POST: user({ body }, async ({ app, user, body }) => {
    const account = await findServingAccount(app, user.id, body.twitter_account_id ?? null);
    const taskId = await requestTweets(app, {
      userId: user.id,
      accountId: account?.id ?? null,
      topic: body.question,
      webSearch: body.enable_web_search ?? false,
    });
    return { status: 202, data: { task_id: taskId }, fields: { task_id: taskId } };
  }),
});
