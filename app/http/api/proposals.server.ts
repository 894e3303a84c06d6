// What a bot proposes is its person's to judge, who looks at it: no named key puts it on its way.
import { isProposal } from "~/features/bots/bots.server";
import type { NamedKey } from "~/features/api-keys/api-keys.server";
import type { Sendable } from "~/features/publishing/publishing.server";
import { AppError } from "~/ground/errors";
import type { Db, Transaction } from "~db/database.server";
import { keyIdOf } from "./named-key.server";

const waits = "A bot proposes this one, and waits for its person's word, on the screen. Write a draft of your own.";

/** Of a tweet of the caller's own. Throws not_for_keys. What is none never becomes one: a bot writes its proposal anew. */
export async function requireNoProposal(db: Db, tweetId: number): Promise<void> {
  if (await isProposal(db, tweetId)) throw new AppError("not_for_keys", waits);
}

/** The hook of publishing's verbs, asked in the transaction that puts a tweet on its way. Throws not_for_keys. */
export const noProposal = (trx: Transaction, { tweet }: Sendable): Promise<void> => requireNoProposal(trx, tweet.id);

/** For verbs that put a tweet on its way: which key did so, and what it may not. */
export const sentBy = (key: NamedKey | null) => ({
  keyId: keyIdOf(key),
  ...(key === null ? {} : { requireAsNamed: noProposal }),
});
