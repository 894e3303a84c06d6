// After a restore: tweets that were due before it and are not on X. Their person posts them at new times or keeps them.
import type { App } from "~/app.server";
import { getAccount, listAccounts } from "~/features/accounts/accounts.server";
import { type Account, inactiveCode, isInactive } from "~/features/accounts/account";
import { AppError, isAppError } from "~/ground/errors";
import { countOverdue, overdueCode, listOverdue, releaseOverdue } from "~/features/publishing/store/overdue.server";
import { preconditionMessages, type Sendable, timeZoneOf, whyInactive } from "../preconditions.server";
import { drawFor, listPosts, maxDays } from "../schedule-all.server";
import { scheduleAt } from "../schedule.server";

/** Overdue tweets are spread so thin, where the account's own rules ask for no less. */
const aDay = 5;

export interface Overdue {
  account: Account;
  count: number;
}

/** How many tweets are overdue, of each of the person's linked accounts of which any is. */
export async function countOverdueByAccount(
  app: Pick<App, "db" | "network">,
  userId: string,
  accounts?: readonly Account[],
): Promise<Overdue[]> {
  const counted = await countOverdue(app.db, userId);
  if (counted.length === 0) return [];
  const linked = accounts ?? (await listAccounts(app, userId));
  return counted.flatMap(({ accountId, count }) => {
    const account = linked.find(({ id }) => id === accountId);
    return account ? [{ account, count }] : [];
  });
}

interface OfAccount {
  userId: string;
  /** The network's id, or the internal one. */
  account: string;
}

/** The tweets of one account that are overdue. Throws not_found. */
export async function listOverdueOf(
  app: App,
  { userId, account }: OfAccount,
): Promise<{ id: number; content: string }[]> {
  const { id } = await getAccount(app, userId, account);
  return listOverdue(app.db, userId, id);
}

/** Of overdue tweets: those on the timeline again, those that stay drafts, and how many are still overdue. */
export interface OverdueDecided {
  scheduled: { tweetId: number; at: number }[];
  kept: number;
  overdue: number;
}

/**
 * Draws a new moment for each overdue tweet of the account within 30 days, and schedules it. One that is refused (it says
 * what another says) stays a draft; one for which the days have no room stays overdue. Throws not_found, account_paused,
 * account_reconnect.
 */
export async function postOverdue(app: App, ask: OfAccount & { keyId?: number | null }): Promise<OverdueDecided> {
  const { userId, keyId = null } = ask;
  const account = await getAccount(app, userId, ask.account);
  if (isInactive(account)) throw new AppError(inactiveCode(account), whyInactive(account));
  const overdue = await listOverdue(app.db, userId, account.id);
  const timeZone = await timeZoneOf(app.db, userId);
  const posts = await listPosts(app, account.id, timeZone);
  const draw = (days: number) => drawFor(app, account, { timeZone, days, count: overdue.length, posts });
  const thin = draw(Math.min(maxDays, Math.ceil(overdue.length / aDay) + 1));
  const moments = thin.length < overdue.length ? draw(maxDays) : thin;
  const decided: OverdueDecided = { scheduled: [], kept: 0, overdue: 0 };
  for (const [n, { id: tweetId }] of overdue.entries()) {
    const executeAt = moments[n];
    if (executeAt === undefined) {
      decided.overdue += 1;
      continue;
    }
    try {
      const as = { account: account.networkUserId, keyId, requireAsNamed: requireOverdue };
      await scheduleAt(app, { userId, tweetId, executeAt, ...as });
      decided.scheduled.push({ tweetId, at: executeAt });
    } catch (error) {
      if (!isAppError(error)) throw error;
      decided.kept += await releaseOverdue(app.db, userId, [tweetId]);
    }
  }
  return decided;
}

/** Somebody may have decided on it meanwhile. */
async function requireOverdue(_: unknown, { tweet }: Sendable): Promise<void> {
  if (tweet.state !== "pending" || tweet.errorCode !== overdueCode)
    throw new AppError("already_sent", preconditionMessages.alreadySent);
}

/** The overdue tweets of the account stay drafts, and nobody asks any more. Returns how many. Throws not_found. */
export async function keepOverdue(app: App, { userId, account }: OfAccount): Promise<number> {
  const { id } = await getAccount(app, userId, account);
  const overdue = await listOverdue(app.db, userId, id);
  return releaseOverdue(
    app.db,
    userId,
    overdue.map((tweet) => tweet.id),
  );
}
