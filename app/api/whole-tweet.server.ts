// Reads one tweet with its journal and checks If-Match before a change.
import { readJournal } from "~/features/publishing/publishing.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { tellTweet } from "~/features/publishing/to-api.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import type { Call } from "~/http/api/api.server";
import { requireMatch } from "~/http/api/etag.server";
import type { Transaction } from "~db/database.server";

export async function wholeTweet({ app, user }: { app: Call["app"]; user: User }, tweet: Tweet) {
  const network = app.network.kind === "sandbox" ? "the sandbox" : "X";
  const events = await readJournal(app, tweet.id);
  const journal = events.map((event) => ({ at: iso(event.at), kind: event.kind, text: sentenceOf(event, network) }));
  return { data: { ...(await tellTweet(app, user.timezone, tweet)), journal } };
}

/** Throws precondition_failed if If-Match doesn't match the tweet in this transaction. */
export const asRead = ({ app, request, user }: Pick<Call, "app" | "request"> & { user: User }) => ({
  requireRead: (trx: Transaction, tweet: Tweet): Promise<void> =>
    requireMatch(request, () => wholeTweet({ app: { ...app, db: trx }, user }, tweet)),
});
