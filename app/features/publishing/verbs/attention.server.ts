// What a person should know at a glance: what needs attention, what the day has cost, and a tweet's journal.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import * as attempts from "~/features/publishing/store/attempts.server";
import { countPosts } from "~/features/spending/store/spent.server";
import { type Attention, failedAsksFor } from "~/features/publishing/rules/attention";
import { countBacklog } from "~/features/publishing/store/backlog.server";
import { startOfDay } from "~/features/spending/day-limit";
import { type JournalEvent } from "~/features/publishing/rules/journal-words";
import { readShares } from "~/features/spending/share.server";
import { sumSpentOfAll } from "~/features/spending/store/shares.server";
import { listForAttention } from "~/features/publishing/store/attention.server";

/** `accounts` are the person's linked ones. Reads two indexes that hold only what needs attention, so it costs little. */
export async function readAttention(app: App, userId: string, accounts: readonly Account[]): Promise<Attention> {
  const { failed, needsConfirmation } = await listForAttention(app.db, userId, app.clock.now() - failedAsksFor);
  const needy = accounts.filter((account) => account.needsPerson);
  const linked = new Set(accounts.map(({ id }) => id));
  const backlog = (await countBacklog(app.db, userId)).filter(
    ({ accountId }) => accountId !== null && linked.has(accountId),
  );
  const reconnect = needy.filter((account) => account.state === "reconnect").length;
  // What needs confirmation comes first: the others have failed already, this one may be out.
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

/** What one account has posted since the person's day began, and what they have spent of their share, US dollars; null: no limit. */
export async function readDayOf(
  app: App,
  account: Pick<Account, "id">,
  { id: userId, timeZone }: { id: string; timeZone: string },
): Promise<{ posts: number; spentUsd: number; shareUsd: number | null }> {
  const since = startOfDay(app.clock.now(), timeZone);
  const posts = await countPosts(app.db, account.id, since);
  const spent = (await sumSpentOfAll(app.db, [{ userId, since }])).get(userId) ?? 0;
  const share = (await readShares(app.db, app, [userId])).get(userId) ?? Infinity;
  return { posts, spentUsd: spent / 1_000_000, shareUsd: share === Infinity ? null : share / 1_000_000 };
}

/** Oldest first. The tweet must be known to be the person's. */
export const readJournal = (app: App, tweetId: number): Promise<JournalEvent[]> => attempts.listEvents(app.db, tweetId);
