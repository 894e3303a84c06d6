// Lets users reschedule tweets that came due before a restore, or keep them as drafts.
import type { App } from "~/app.server";
import { getAccount, listAccounts } from "~/features/accounts/accounts.server";
import { type Account, inactiveCode, isInactive } from "~/features/accounts/account";
import { AppError, isAppError } from "~/ground/errors";
import { countBacklog, backlogCode, listBacklog, releaseBacklog } from "~/features/publishing/store/backlog.server";
import {
  preconditionMessages,
  type Sendable,
  timeZoneOf,
  whyInactive,
} from "~/features/publishing/verbs/preconditions.server";
import { maxDays } from "~/features/scheduling/plan-limits";
import { drawFor, listPosts } from "~/features/scheduling/schedule-all.server";
import { scheduleAt } from "~/features/scheduling/schedule.server";

/** Posts per day, unless the account's rules allow fewer. */
const aDay = 5;

export interface Backlog {
  account: Account;
  count: number;
}

export async function countBacklogByAccount(
  app: Pick<App, "db" | "network">,
  userId: string,
  accounts?: readonly Account[],
): Promise<Backlog[]> {
  const counted = await countBacklog(app.db, userId);
  if (counted.length === 0) return [];
  const linked = accounts ?? (await listAccounts(app, userId));
  return counted.flatMap(({ accountId, count }) => {
    const account = linked.find(({ id }) => id === accountId);
    return account ? [{ account, count }] : [];
  });
}

interface OfAccount {
  userId: string;
  account: string;
}

export async function listBacklogOf(
  app: App,
  { userId, account }: OfAccount,
): Promise<{ id: number; content: string }[]> {
  const { id } = await getAccount(app, userId, account);
  return listBacklog(app.db, userId, id);
}

export interface BacklogDecided {
  scheduled: { tweetId: number; at: number }[];
  kept: number;
  left: number;
}

/** Refused tweets become plain drafts; those without room stay. Throws not_found, account_paused, account_reconnect. */
export async function postBacklog(app: App, request: OfAccount & { keyId?: number | null }): Promise<BacklogDecided> {
  const { userId, keyId = null } = request;
  const account = await getAccount(app, userId, request.account);
  if (isInactive(account)) throw new AppError(inactiveCode(account), whyInactive(account));
  const backlog = await listBacklog(app.db, userId, account.id);
  const timeZone = await timeZoneOf(app.db, userId);
  const posts = await listPosts(app, account.id, timeZone);
  const draw = (days: number) => drawFor(app, account, { timeZone, days, count: backlog.length, posts });
  const thin = draw(Math.min(maxDays, Math.ceil(backlog.length / aDay) + 1));
  const moments = thin.length < backlog.length ? draw(maxDays) : thin;
  const decided: BacklogDecided = { scheduled: [], kept: 0, left: 0 };
  for (const [n, { id: tweetId }] of backlog.entries()) {
    const executeAt = moments[n];
    if (executeAt === undefined) {
      decided.left += 1;
      continue;
    }
    try {
      const as = { account: account.networkUserId, keyId, requireAsNamed: requireBacklog };
      await scheduleAt(app, { userId, tweetId, executeAt, ...as });
      decided.scheduled.push({ tweetId, at: executeAt });
    } catch (error) {
      if (!isAppError(error)) throw error;
      decided.kept += await releaseBacklog(app.db, userId, [tweetId]);
    }
  }
  return decided;
}

async function requireBacklog(_: unknown, { tweet }: Sendable): Promise<void> {
  if (tweet.state !== "pending" || tweet.errorCode !== backlogCode)
    throw new AppError("already_sent", preconditionMessages.alreadySent);
}

export async function keepBacklog(app: App, { userId, account }: OfAccount): Promise<number> {
  const { id } = await getAccount(app, userId, account);
  const backlog = await listBacklog(app.db, userId, id);
  return releaseBacklog(
    app.db,
    userId,
    backlog.map((tweet) => tweet.id),
  );
}
