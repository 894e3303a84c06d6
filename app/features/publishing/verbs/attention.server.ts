// Reads what needs a user's attention, and a tweet's journal.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import * as attempts from "~/features/publishing/store/attempts.server";
import { type Attention, failedAsksFor } from "~/features/publishing/rules/attention";
import { countBacklog } from "~/features/publishing/store/backlog.server";
import { type JournalEvent } from "~/features/publishing/rules/journal-words";
import { listForAttention } from "~/features/publishing/store/attention.server";

/** `accounts` are the user's linked ones. Cheap: reads two partial indexes. */
export async function readAttention(app: App, userId: string, accounts: readonly Account[]): Promise<Attention> {
  const { failed, needsConfirmation } = await listForAttention(app.db, userId, app.clock.now() - failedAsksFor);
  const needy = accounts.filter((account) => account.needsPerson);
  const linked = new Set(accounts.map(({ id }) => id));
  const backlog = (await countBacklog(app.db, userId)).filter(
    ({ accountId }) => accountId !== null && linked.has(accountId),
  );
  const reconnect = needy.filter((account) => account.state === "reconnect").length;
  // Unconfirmed tweets come first, since they may be out.
  const first = needsConfirmation[0] ?? failed[0] ?? null;
  return {
    failed: failed.length,
    needsConfirmation: needsConfirmation.length,
    backlog: backlog.reduce((sum, { count }) => sum + count, 0),
    reconnect,
    blocked: needy.length - reconnect,
    first: first && { tweetId: first.id, placedAt: first.placed_at },
  };
}

/** Oldest first. The caller must check that the tweet is the user's. */
export const readJournal = (app: App, tweetId: number): Promise<JournalEvent[]> => attempts.listEvents(app.db, tweetId);
