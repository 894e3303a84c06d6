// Keeps named keys from sending a bot's proposals; the owner must review them.
import { isProposal } from "~/features/bots/bots.server";
import type { NamedKey } from "~/features/api-keys/api-keys.server";
import type { Sendable } from "~/features/publishing/publishing.server";
import { AppError } from "~/ground/errors";
import type { Db, Transaction } from "~db/database.server";
import { keyIdOf } from "./named-key.server";

const waits = "A bot suggested this tweet. Only the user can approve it, in the web app. Write your own draft instead.";

/** Throws not_for_keys. A tweet that isn't a proposal never becomes one. */
export async function requireNoProposal(db: Db, tweetId: number): Promise<void> {
  if (await isProposal(db, tweetId)) throw new AppError("not_for_keys", waits);
}

/** Hook of the publishing commands, run in their transaction. Throws not_for_keys. */
export const noProposal = (trx: Transaction, { tweet }: Sendable): Promise<void> => requireNoProposal(trx, tweet.id);

export const sentBy = (key: NamedKey | null) => ({
  keyId: keyIdOf(key),
  ...(key === null ? {} : { requireAsNamed: noProposal }),
});
