// What a bot proposes is its person's to judge: no agent changes the words that they look at, or posts them.
import { isProposal } from "~/features/bots/bots.server";
import { AppError } from "~/ground/errors";
import type { Db } from "~db/database.server";

const waits = "A bot proposes this one, and waits for its person's word, on the screen. Write a draft of your own.";

/** Of a tweet of the caller's own. Throws not_for_keys. What is none never becomes one: a bot writes its proposal anew. */
export async function requireNoProposal(db: Db, tweetId: number): Promise<void> {
  if (await isProposal(db, tweetId)) throw new AppError("not_for_keys", waits);
}
