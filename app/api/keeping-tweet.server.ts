// How an answer that is one tweet is kept for whoever asks again under the same Idempotency-Key.
import { tellTweet } from "~/features/publishing/to-api.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import type { Call } from "~/http/api/api.server";
import type { Transaction } from "~db/database.server";

/** Keeps it in the transaction in which the tweet was made. */
export const keepingTweet =
  ({ app, user, once }: Pick<Call, "app" | "once"> & { user: User }) =>
  (trx: Transaction, tweet: Tweet): Promise<void> =>
    once.keep(trx, async () => ({ data: await tellTweet({ ...app, db: trx }, user.timezone, tweet) }));
