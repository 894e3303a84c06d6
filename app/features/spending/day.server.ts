// Reads an account's posts and its user's spending since their day began.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { listReserved } from "~/features/threads/threads.server";
import type { Db } from "~db/database.server";
import { goingOf } from "./price-of.server";
import { readShares } from "./share.server";
import { type Day, startOfDay } from "./day-limit";
import { countPosts, countPostsOfAll } from "./store/spent.server";
import { sumSpentOfAll } from "./store/shares.server";
import { listUnpaid } from "./store/unpaid.server";

interface WhichDay {
  userId: string;
  account: Pick<Account, "id" | "hours">;
  timeZone: string;
  now: number;
}

/** Skips the database if nothing is limited. */
export async function readDay(db: Db, app: Pick<App, "config" | "clock">, day: WhichDay): Promise<Day> {
  return (await readDays(db, app, [day])).get(day.account.id) ?? unlimited;
}

export const unlimited: Day = { posts: 0, spentMicros: 0, shareMicros: Infinity };

/** By account id; pass each account once. One query for all, since single queries took most of a pass on Postgres. */
export async function readDays(
  db: Db,
  { config, clock }: Pick<App, "config" | "clock">,
  days: readonly WhichDay[],
): Promise<Map<number, Day>> {
  const { dailySpendLimit } = config;
  const isPostLimited = days.some(({ account }) => hoursOf(config, account.hours).dailyPostLimit > 0);
  if (!isPostLimited && dailySpendLimit === 0) return new Map();
  const starts = startsOf(days);
  const posts = isPostLimited ? await countPostsOfAll(db, starts) : new Map<number, number>();
  const reserved = await listReserved(db);
  const money = dailySpendLimit > 0 ? await readMoney(db, { config, clock }, starts, reserved) : null;
  const dayOf = ({ accountId, userId }: (typeof starts)[number]): Day => ({
    posts: (posts.get(accountId) ?? 0) + reserved.filter((part) => part.accountId === accountId).length,
    spentMicros: money?.spent.get(userId) ?? 0,
    shareMicros: money?.shares.get(userId) ?? Infinity,
  });
  return new Map(starts.map((day) => [day.accountId, dayOf(day)]));
}

async function readMoney(
  db: Db,
  app: Pick<App, "config" | "clock">,
  starts: readonly { userId: string; since: number }[],
  reserved: Awaited<ReturnType<typeof listReserved>>,
) {
  // A user with several accounts has one share; the longer of two days counts.
  const people = new Map<string, number>();
  for (const { userId, since } of starts) people.set(userId, Math.min(since, people.get(userId) ?? since));
  const requested = [...people].map(([userId, since]) => ({ userId, since }));
  const spent = await sumSpentOfAll(db, requested);
  const shares = await readShares(db, app, people.keys());
  const theirs = reserved.filter(({ userId }) => people.has(userId));
  const unpaid = await listUnpaid(db, theirs, app.clock.now());
  for (const one of theirs) spent.set(one.userId, (spent.get(one.userId) ?? 0) + goingOf([one], unpaid).priceMicros);
  return { spent, shares };
}

function startsOf(days: readonly WhichDay[]): { accountId: number; userId: string; since: number }[] {
  const known = new Map<string, number>();
  return days.map(({ account, userId, timeZone, now }) => {
    const key = `${now} ${timeZone}`;
    const since = known.get(key) ?? startOfDay(now, timeZone);
    known.set(key, since);
    return { accountId: account.id, userId, since };
  });
}

/** In US dollars. `shareUsd` null: no limit. */
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
