// Computes what readings cost this month and will cost. X's days and months are in UTC.
import type { App } from "~/app.server";
import { startOfUtcDay } from "~/features/spending/day-limit";
import { days } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { readMicrosOf } from "~/features/spending/price";
import { isOutOfCredits, listSpent } from "~/features/spending/store/paid-reads.server";
import { levels, type Level, type ResultSettings, slotsOf } from "./result";
import { countPosts } from "./store/compared.server";
import { countUnread } from "./store/readings.server";
import { stretchesAt } from "./schedule";
import type { Costs } from "./insights";

const paceOver = days(30);

export const pricePerTweet = (level: Level): number => readMicrosOf(slotsOf[level].length) / 1_000_000;

const byLevel = (valueOf: (level: Level) => number): Record<Level, number> =>
  Object.fromEntries(levels.map((level) => [level, valueOf(level)])) as Record<Level, number>;

export async function readCosts(
  app: App,
  userId: string,
  { accounts, level }: { accounts: readonly Account[]; level: Level },
): Promise<Costs> {
  const now = app.clock.now();
  const ids = accounts.map(({ id }) => id);
  const postsOfMonth = await countPosts(app.db, ids, now - paceOver);
  const isFree = app.network.kind === "sandbox";
  const priceOf = (candidate: Level) => (isFree ? 0 : pricePerTweet(candidate));
  const [month, nextMonth] = monthOf(now);
  const spent = isFree ? [] : await listSpent(app.db, userId, month);
  const sum = (parts: typeof spent) => parts.reduce((all, { micros }) => all + micros, 0) / 1_000_000;
  const nameOf = (id: number | null) => accounts.find((account) => account.id === id)?.username ?? null;
  const names = [...new Set(spent.map(({ accountId }) => nameOf(accountId)))];
  const today = startOfUtcDay(now);
  return {
    perTweet: byLevel(priceOf),
    perMonth: byLevel((candidate) => priceOf(candidate) * postsOfMonth),
    spentThisMonth: sum(spent),
    spentByAccount: names.map((username) => ({
      username: username ?? "",
      usd: sum(spent.filter(({ accountId }) => nameOf(accountId) === username)),
    })),
    spentByLevel: (["light", "full", "hand"] as const)
      .map((candidate) => ({ level: candidate, usd: sum(spent.filter((part) => part.level === candidate)) }))
      .filter(({ usd }) => usd > 0),
    restOfMonth: (priceOf(level) * postsOfMonth * (nextMonth - now)) / paceOver,
    dailyReadLimit: app.config.dailyReadLimit,
    restsUntil: !isFree && (await isOutOfCredits(app.db, today)) ? today + days(1) : null,
    postsOfMonth,
  };
}

/** Upper bound in US dollars of what each level reads once chosen. 0 for the current level and in the sandbox. */
export async function readOnChoosing(
  app: App,
  { accounts, level, threads }: { accounts: readonly Account[] } & Pick<ResultSettings, "level" | "threads">,
): Promise<Record<Level, number>> {
  const ids = accounts.map(({ id }) => id);
  const priceOf = async (candidate: Level): Promise<number> => {
    if (app.network.kind === "sandbox" || candidate === level) return 0;
    const open = stretchesAt(app.clock.now(), { level: candidate, ages: app.config.resultAges });
    return readMicrosOf(await countUnread(app.db, ids, open, threads)) / 1_000_000;
  };
  return { off: 0, light: await priceOf("light"), full: await priceOf("full") };
}

function monthOf(now: number): [from: number, to: number] {
  const day = new Date(now);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
}
