// GET /api/questions/list/{user_id}/account/{account_id}: an account's history, a bare array
import { z } from "zod";
import { getAccount } from "~/features/accounts/accounts.server";
import { listHistory, toWire } from "~/features/tweets/tweets.server";
import { api, user } from "~/http/api.server";
import { moment } from "~/http/params.server";

const whole = (name: string, least: number, most: number) =>
  z.coerce
    .number(`${name} must be a whole number from ${least} to ${most}`)
    .pipe(
      z
        .int(`${name} must be a whole number`)
        .min(least, `${name} must be at least ${least}`)
        .max(most, `${name} must be at most ${most}`),
    );
const query = z.object({
  limit: whole("limit", 1, 500).default(200),
  before: whole("before", 1, Number.MAX_SAFE_INTEGER).optional(),
  from: moment("from").optional(),
  to: moment("to").optional(),
});

export const { loader, action } = api({
  GET: user({ query }, async ({ app, params, query, user }) => {
    const account = await getAccount(app, user.id, params["account_id"] ?? "");
    const tweets = await listHistory(app, account.id, query);
    return { bare: tweets.map((tweet) => toWire(app, tweet)) };
  }),
});
