// What a restore holds: tweets that were due before it and are not on X. Their person posts them at new times or keeps them.
import type { App } from "~/app.server";
import { getAccount, listAccounts } from "~/features/accounts/accounts.server";
import { type Account, inactiveCode, isInactive } from "~/features/accounts/account";
import { AppError, isAppError } from "~/ground/errors";
import { countHeld, heldCode, listHeld, releaseHeld } from "~/features/publishing/store/held.server";
import { preconditionMessages, type Sendable, timeZoneOf, whyInactive } from "./preconditions.server";
import { drawFor, listPosts, maxDays } from "./schedule-all.server";
import { scheduleAt } from "./schedule.server";

/** Held tweets are spread so thin, where the account's own rules ask for no less. */
const aDay = 5;

export interface Held {
  account: Account;
  count: number;
}

/** How many tweets are held, of each of the person's linked accounts of which any is. */
export async function countHeldByAccount(
  app: Pick<App, "db" | "network">,
  userId: string,
  accounts?: readonly Account[],
): Promise<Held[]> {
  const counted = await countHeld(app.db, userId);
  if (counted.length === 0) return [];
  const linked = accounts ?? (await listAccounts(app, userId));
  return counted.flatMap(({ accountId, count }) => {
    const account = linked.find(({ id }) => id === accountId);
    return account ? [{ account, count }] : [];
  });
}

interface Asked {
  userId: string;
  /** The network's id, or the internal one. */
  account: string;
}

/** The tweets of one account that are held. Throws not_found. */
export async function listHeldOf(app: App, { userId, account }: Asked): Promise<{ id: number; content: string }[]> {
  const { id } = await getAccount(app, userId, account);
  return listHeld(app.db, userId, id);
}

/** Of held tweets: those on the timeline again, those that stay drafts, and how many are still held. */
export interface HeldDecided {
  scheduled: { tweetId: number; at: number }[];
  kept: number;
  held: number;
}

/**
 * Draws a new moment for each held tweet of the account within 30 days, and schedules it. One that is refused (it says
 * what another says) stays a draft; one for which the days have no room stays held. Throws not_found, account_paused,
 * account_reconnect.
 */
export async function postHeld(app: App, ask: Asked & { keyId?: number | null }): Promise<HeldDecided> {
  const { userId, keyId = null } = ask;
  const account = await getAccount(app, userId, ask.account);
  if (isInactive(account)) throw new AppError(inactiveCode(account), whyInactive(account));
  const held = await listHeld(app.db, userId, account.id);
  const timeZone = await timeZoneOf(app.db, userId);
  const posts = await listPosts(app, account.id, timeZone);
  const draw = (days: number) => drawFor(app, account, { timeZone, days, count: held.length, posts });
  const thin = draw(Math.min(maxDays, Math.ceil(held.length / aDay) + 1));
  const moments = thin.length < held.length ? draw(maxDays) : thin;
  const decided: HeldDecided = { scheduled: [], kept: 0, held: 0 };
  for (const [n, { id: tweetId }] of held.entries()) {
    const executeAt = moments[n];
    if (executeAt === undefined) {
      decided.held += 1;
      continue;
    }
    try {
      const as = { account: account.networkUserId, keyId, requireAsNamed: requireHeld };
      await scheduleAt(app, { userId, tweetId, executeAt, ...as });
      decided.scheduled.push({ tweetId, at: executeAt });
    } catch (error) {
      if (!isAppError(error)) throw error;
      decided.kept += await releaseHeld(app.db, userId, [tweetId]);
    }
  }
  return decided;
}

/** Somebody may have decided on it meanwhile. */
async function requireHeld(_: unknown, { tweet }: Sendable): Promise<void> {
  if (tweet.state !== "pending" || tweet.errorCode !== heldCode)
    throw new AppError("already_sent", preconditionMessages.alreadySent);
}

/** The held tweets of the account stay drafts, and nobody asks any more. Returns how many. Throws not_found. */
export async function keepHeld(app: App, { userId, account }: Asked): Promise<number> {
  const { id } = await getAccount(app, userId, account);
  const held = await listHeld(app.db, userId, id);
  return releaseHeld(
    app.db,
    userId,
    held.map((tweet) => tweet.id),
  );
}
