// How much may be spent on reading: never what the posts still need that are scheduled for today.
import type { App } from "~/app.server";
import { hours } from "~/ground/time/duration";
import type { Db } from "~db/database.server";
import { startOfDay, startOfNextDay } from "~/features/publishing/rules/day-limit";
import { microsOf } from "~/features/publishing/rules/price";
import { sumSpent } from "~/features/publishing/store/attempts.server";
import { listReserved } from "~/features/publishing/store/reserved.server";
import { hasLink } from "~/features/tweets/text.server";

/** The longest day of any zone, and a little. */
const maxDayMs = hours(26);

/**
 * What the server's spending limit leaves, in millionths of a US dollar, once every post is paid that is scheduled for
 * the rest of somebody's day; Infinity where nothing is limited. Days are the people's own, so it is asked for each of
 * their zones and for `timeZone`; the least counts. Call it in a transaction that has locked the spending.
 */
export async function readSpendable(trx: Db, { config }: Pick<App, "config">, now: number, timeZone: string) {
  const { dailySpendLimit } = config;
  if (dailySpendLimit === 0) return Infinity;
  const waiting = (await listReserved(trx, now + maxDayMs)).map((one) => ({
    ...one,
    // Most texts have no dot within a word, and need no parser to say that no link is in them.
    micros: microsOf({ hasLink: /\S\.\S/.test(one.content) && hasLink(one.content) }),
  }));
  const limit = Math.round(dailySpendLimit * 1_000_000);
  const sums = new Map<number, number>();
  let least = Infinity;
  for (const zone of new Set([timeZone, ...waiting.map((one) => one.timeZone)])) {
    const [from, to] = [startOfDay(now, zone), startOfNextDay(now, zone)];
    const spent = sums.get(from) ?? (await sumSpent(trx, from));
    sums.set(from, spent);
    const reserved = waiting.reduce((sum, { dueAt, micros }) => sum + (dueAt < to ? micros : 0), 0);
    least = Math.min(least, limit - spent - reserved);
  }
  return Math.max(0, least);
}
