// Reads a user's newest posts from the network, counting the cost before the call.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts, lockSpending } from "~db/locks.server";
import type { Row } from "~db/schema";
import { findAccountRow, getAccount, openTokens } from "~/features/accounts/accounts.server";
import { readDay } from "~/features/spending/day.server";
import { limitReached, startOfNextDay } from "~/features/spending/day-limit";
import { maxOwnPosts, readMicrosOf } from "~/features/spending/price";
import { unjudgedSentence } from "~/features/accounts/refusals";
import * as reads from "~/features/spending/store/paid-reads.server";
import { AppError } from "~/ground/errors";
import { type NetworkPost, ReadError } from "~/ports/network/port";
import type { Refusal } from "~/ports/network/problem";
import { timeZoneOf } from "./preconditions.server";

const messages = {
  refused: "X refused to show this account’s posts. Nothing was charged. Reconnect the account and try again.",
  limited: "X got too many requests. Nothing was charged. Try again in 15 minutes.",
  broken: "X had an internal error. Nothing was charged. Try again in a few minutes.",
  silent: "X didn’t respond. It may have charged for this, so Linnet counts the cost as spent.",
  reconnect: "X no longer accepts this account’s authorization. Nothing was charged. Reconnect the account first.",
} as const;

/** Newest first. Throws not_found, daily_spend_limit, account_reconnect, network_refused, timeout (may be charged). */
export async function readOwnPosts(app: App, userId: string, ref: string): Promise<NetworkPost[]> {
  const isFree = app.network.kind === "sandbox";
  const { account, readId } = await begin(app, userId, ref, isFree);
  const ask = { networkUserId: account.network_user_id, since: 0, max: maxOwnPosts };
  try {
    const posts = await app.network.listPosts(openTokens(app, account), ask);
    const paid = { posts: posts.length, price_micros: readMicrosOf(posts.length) };
    if (readId !== null) await reads.setRead(app.db, readId, paid);
    return posts;
  } catch (cause) {
    if (!(cause instanceof ReadError)) throw cause;
    app.log.warn({ err: cause, account: account.id }, "an account's posts could not be read");
    // Without a status there was no answer, so X may have charged.
    if (cause.status === null) throw new AppError("timeout", messages.silent, { cause });
    if (readId !== null) await reads.deleteRead(app.db, readId);
    throw new AppError("network_refused", refusedBy(cause.refusal), { cause });
  }
}

function refusedBy(refusal: Refusal | null): string {
  if (refusal === null) return messages.refused;
  switch (refusal.about) {
    case "authorization":
      return messages.refused;
    case "clock":
    case "proxy":
      return `${unjudgedSentence(refusal)} Nothing was charged.`;
    case "time":
      return messages.limited;
    case "network":
      return messages.broken;
    default:
      return `X refused to show this account’s posts: “${refusal.detail}”. Nothing was charged.`;
  }
}

/** Counts the maximum price first, so a crash during the call can't make it free. */
function begin(
  app: App,
  userId: string,
  ref: string,
  isFree: boolean,
): Promise<{ account: Row<"accounts">; readId: number | null }> {
  return inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const { id, state, username } = await getAccount({ ...app, db: trx }, userId, ref);
    const account = await findAccountRow(trx, id);
    if (!account || state === "reconnect") throw new AppError("account_reconnect", messages.reconnect);
    if (isFree) return { account, readId: null };
    await lockSpending(trx);
    const [now, price] = [app.clock.now(), readMicrosOf(maxOwnPosts)];
    const timeZone = await timeZoneOf(trx, userId);
    const day = await readDay(trx, app, { userId, account: { id, hours: null }, timeZone, now });
    const reached = limitReached(day, { posts: 0, priceMicros: price }, { ...app.config, dailyPostLimit: 0 }, username);
    if (reached !== null) {
      const retryAfterSeconds = Math.ceil((startOfNextDay(now, timeZone) - now) / 1000);
      throw new AppError(reached.code, `${reached.sentence} Nothing was charged.`, { retryAfterSeconds });
    }
    const read = { user_id: userId, posts: maxOwnPosts, price_micros: price, read_at: now };
    return { account, readId: await reads.insertRead(trx, read) };
  });
}
