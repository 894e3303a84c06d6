// GET /api/questions/list/{user_id}/account/{account_id}: an account's history, a bare array
import { getAccount } from "~/features/accounts/accounts.server";
import { listHistory, toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { history } from "~/http/contract/publishing.server";

export const { loader, action } = api(
  serve(history, async ({ app, params, query, user }) => {
    const account = await getAccount(app, user.id, params["account_id"] ?? "");
    const tweets = await listHistory(app, account.id, query);
    return tweets.map((tweet) => toWire(app, tweet));
  }),
);
