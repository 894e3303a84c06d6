// Claims each account's earliest due tweet, or postpones it with a reason if the gate refuses.
import type { App } from "~/app.server";
import { findAccountRow, ownHoursOf } from "~/features/accounts/accounts.server";
import { stopReasons } from "~/features/threads/threads.server";
import { findUser } from "~/features/users/users.server";
import type { Db, Transaction } from "~db/database.server";
import { lockAccounts, lockSpending } from "~db/locks.server";
import { limitReached } from "~/features/spending/day-limit";
import { claimTweets } from "~/features/publishing/store/claims.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { type After, type DueTweet, listDue, listDueParts } from "~/features/publishing/store/due-and-gap.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { listUnpaid } from "~/features/spending/store/unpaid.server";
import { type Named, takeUploads } from "~/features/uploads/queries.server";
import { findLeading } from "~/features/publishing/store/waiting.server";
import { type Claimed, claimedUntil, leaseLasts, momentOf, startAttempts } from "./claimed.server";
import { readDay, readDays, unlimited } from "~/features/spending/day.server";
import { askGate } from "./gate.server";
import { goingOf } from "~/features/spending/price-of.server";
import { listRests, staleAfter, stopThread } from "./follow.server";

/** Claims at most `limit` tweets. Call it in the transaction that starts their attempts. */
export async function claimDue(
  trx: Transaction,
  app: App,
  limit: number,
): Promise<{ claimed: Claimed[]; postponed: number }> {
  // Checked again, since a busy database may delay a transaction by seconds.
  if (!app.node.mayClaim()) return { claimed: [], postponed: 0 };
  if (app.config.dailySpendLimit > 0) await lockSpending(trx);
  const now = app.clock.now();
  const { minGapMs, catchUpGapMs } = app.config;
  const until = claimedUntil(now);
  // Started threads come first, before anything else of the same account.
  const parts = await listDueParts(trx, { now, until, limit });
  const busy = new Set(parts.map(({ account }) => account.id));
  const due = await listDue(trx, {
    now,
    until,
    gapMs: minGapMs,
    catchUpGapMs: Math.max(catchUpGapMs, minGapMs),
    awayUntil: app.work.awayUntil(),
    limit: limit - parts.length,
  });
  const first = busy.size === 0 ? due : due.filter(({ account }) => !busy.has(account.id));
  if (parts.length + first.length === 0) return { claimed: [], postponed: 0 };
  const following = await stopStale(trx, parts, now);
  const passing = [...following, ...(await passGate(trx, app, first, now))];
  const postponed = parts.length + first.length - passing.length;
  if (passing.length === 0) return { claimed: [], postponed };
  // A tweet edited after the gate checked it is not claimed in this pass.
  const wanted = passing.map(({ tweet, account }) => ({
    id: tweet.id,
    accountId: account.id,
    seenAt: tweet.updated_at,
  }));
  const claims = await claimTweets(trx, wanted, {
    until: now + leaseLasts,
    dueBy: claimedUntil(now),
    node: app.node.id(),
  });
  const leases = new Map(claims.map((lease) => [lease.id, lease]));
  const leased = passing.flatMap((candidate) => {
    const lease = leases.get(candidate.tweet.id);
    if (!lease) return [];
    const { token, attempts, isPictured } = lease;
    return [{ token, isPictured, named: null as Named | null, ...candidate, tweet: { ...candidate.tweet, attempts } }];
  });
  const named = await takeUploads(
    trx,
    leased.flatMap(({ isPictured, token, tweet }) => (isPictured ? [{ tweetId: tweet.id, token }] : [])),
  );
  for (const one of leased) one.named = named.get(one.tweet.id) ?? null;
  return { claimed: await startAttempts(trx, app, leased), postponed };
}

async function stopStale<T extends DueTweet & { after: After }>(trx: Db, parts: T[], now: number): Promise<T[]> {
  const fresh: T[] = [];
  for (const part of parts) {
    if (part.after.at >= now - staleAfter) fresh.push(part);
    else await stopThread(trx, { tweetId: part.tweet.id, code: "stale", reason: stopReasons.stale, now });
  }
  return fresh;
}

async function passGate(trx: Db, app: App, due: DueTweet[], now: number): Promise<DueTweet[]> {
  const passing: DueTweet[] = [];
  const started = new Map<string, number>();
  // The gate checks the time of the send: a new day or quiet hours may begin before it.
  const moments = due.map(({ tweet }) => momentOf(tweet, now));
  const which = due.map(({ account, timeZone }, n) => ({
    userId: account.user_id,
    account: { id: account.id, hours: ownHoursOf(account) },
    timeZone,
    now: moments[n] ?? now,
  }));
  const days = await readDays(trx, app, which);
  const rests = await listRests(trx, due);
  // Pictures of a passing tweet are already uploaded; those of later parts still cost money.
  const parts = due.flatMap(({ tweet, account }) =>
    (rests.get(tweet.id) ?? []).map(({ id }) => ({ id, accountId: account.id })),
  );
  const unpaid = await listUnpaid(trx, parts, now);
  for (const [n, one] of due.entries()) {
    const rest = rests.get(one.tweet.id) ?? [];
    const going = goingOf([one.tweet, ...rest], unpaid);
    const at = moments[n] ?? now;
    const day = days.get(one.account.id) ?? unlimited;
    const startedMicros = started.get(one.account.user_id) ?? 0;
    const decided = await askGate(trx, app, one, { ...day, spentMicros: day.spentMicros + startedMicros }, going, at);
    if (decided.open) {
      passing.push(one);
      started.set(one.account.user_id, startedMicros + going.priceMicros);
    } else {
      // `dueBy`: the user may have moved the tweet before the account was locked.
      await postpone(trx, one.tweet.id, { ...decided, now, dueBy: claimedUntil(now) });
    }
  }
  return passing;
}

async function postpone(
  trx: Db,
  tweetId: number,
  to: { at: number; reason: string; now: number; dueBy?: number },
): Promise<void> {
  if (!(await queries.postpone(trx, tweetId, to))) return;
  await attempts.insertEvent(trx, { tweetId, at: to.now, kind: "postponed", detail: to.reason });
}

/** Checks the gate before pictures are paid for, and postpones a refused tweet. True if the tweet needs no gate. */
export async function passesAhead(
  trx: Transaction,
  app: App,
  { tweetId, userId, accountId }: { tweetId: number; userId: string; accountId: number },
): Promise<boolean> {
  await lockAccounts(trx, [accountId]);
  if (app.config.dailySpendLimit > 0) await lockSpending(trx);
  const tweet = await findLeading(trx, tweetId);
  if (!tweet) return true;
  const account = await findAccountRow(trx, accountId);
  const person = await findUser({ db: trx }, userId);
  if (!account || !person || tweet.account_id !== accountId) return false;
  const now = app.clock.now();
  const at = Math.max(tweet.due_at ?? now, now);
  const which = { userId, account: { id: account.id, hours: ownHoursOf(account) }, timeZone: person.timezone, now: at };
  const rest = (await listRests(trx, [{ tweet }])).get(tweet.id) ?? [];
  const day = await readDay(trx, app, which);
  const parts = [tweet, ...rest];
  const unpaid = await listUnpaid(
    trx,
    parts.map(({ id }) => ({ id, accountId })),
    now,
  );
  const going = goingOf(parts, unpaid);
  const due = { tweet, account, timeZone: person.timezone, after: null };
  const decided = await askGate(trx, app, due, day, going, at);
  if (decided.open) return true;
  await postpone(trx, tweetId, { ...decided, now });
  return false;
}

/** Whether one more picture call fits into the day's spending when it is made. Call it with the account locked. */
export async function maySpendAhead(
  trx: Transaction,
  app: App,
  { tweetId, userId, accountId }: { tweetId: number; userId: string; accountId: number },
  priceMicros: number,
): Promise<boolean> {
  const { dailySpendLimit } = app.config;
  if (dailySpendLimit === 0 || (await findLeading(trx, tweetId)) === null) return true;
  await lockSpending(trx);
  const timeZone = (await findUser({ db: trx }, userId))?.timezone ?? "UTC";
  const day = await readDay(trx, app, {
    userId,
    account: { id: accountId, hours: null },
    timeZone,
    now: app.clock.now(),
  });
  const limits = { dailyPostLimit: 0, dailySpendLimit };
  return limitReached(day, { posts: 0, priceMicros }, limits, "") === null;
}
