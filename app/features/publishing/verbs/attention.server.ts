// What a person should know at a glance: what needs attention, what the day has cost, and a tweet's journal.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import * as attempts from "~/features/publishing/store/attempts.server";
import { type Attention, failedAsksFor } from "~/features/publishing/rules/attention";
import { countBacklogByAccount } from "./many/backlog.server";
import { startOfDay } from "~/features/publishing/rules/day-limit";
import { type JournalEvent } from "~/features/publishing/rules/journal-words";
import { listForAttention } from "~/features/publishing/store/attention.server";

/** `accounts` are the person's linked ones. Reads two indexes that hold only what needs attention, so it costs little. */
export async function readAttention(app: App, userId: string, accounts: readonly Account[]): Promise<Attention> {
  const { failed, needsConfirmation } = await listForAttention(app.db, userId, app.clock.now() - failedAsksFor);
  const needy = accounts.filter((account) => account.needsPerson);
  const backlog = await countBacklogByAccount(app, userId, accounts);
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

/** What the whole server has spent since the person's day began, US dollars. */
export async function readSpent(app: App, timeZone: string): Promise<number> {
  return (await attempts.sumSpent(app.db, startOfDay(app.clock.now(), timeZone))) / 1_000_000;
}

/** What one account has posted, and the whole server spent (US dollars), since the person's day began. */
export async function readDayOf(
  app: App,
  account: Pick<Account, "id">,
  timeZone: string,
): Promise<{ posts: number; spentUsd: number }> {
  const posts = await attempts.countPosts(app.db, account.id, startOfDay(app.clock.now(), timeZone));
  return { posts, spentUsd: await readSpent(app, timeZone) };
}

/** Oldest first. The tweet must be known to be the person's. */
export const readJournal = (app: App, tweetId: number): Promise<JournalEvent[]> => attempts.listEvents(app.db, tweetId);
