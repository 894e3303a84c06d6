// Stores a single-tweet answer for retries with the same Idempotency-Key.
import { tellTweet } from "~/features/publishing/to-api.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import type { Call } from "~/http/api/api.server";
import type { Transaction } from "~db/database.server";

export const keepingTweet =
  ({ app, user, once }: Pick<Call, "app" | "once"> & { user: User }) =>
  (trx: Transaction, tweet: Tweet): Promise<void> =>
    once.keep(trx, async () => ({ data: await tellTweet({ ...app, db: trx }, user.timezone, tweet) }));
