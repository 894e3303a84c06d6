// How much may be spent on reading: never what the posts still need that are scheduled for today. And what a send had to read.
import type { App } from "~/app.server";
import { hours } from "~/ground/time/duration";
import { type Db, inTransaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import type { Row } from "~db/schema";
import { startOfDay, startOfNextDay, startOfUtcDay } from "~/features/publishing/rules/day-limit";
import { postMicrosOf, readMicrosOf } from "~/features/publishing/rules/price";
import { uploadsAhead } from "~/features/publishing/rules/upload";
import { sumSpent } from "~/features/publishing/store/attempts.server";
import * as reads from "~/features/publishing/store/paid-reads.server";
import { listReserved } from "~/features/publishing/store/reserved.server";
import { listUnpaid } from "~/features/publishing/store/unpaid.server";
import { hasLink } from "~/features/tweets/text.server";

/** The longest day of any zone, and a little. */
const maxDayMs = hours(26);

/**
 * What the server's spending limit leaves, in millionths of a US dollar, once every post is paid that is scheduled for
 * the rest of somebody's day, with the parts that follow it and all their pictures; Infinity where nothing is limited.
 * Days are the people's own, so it is asked for each of their zones and for `timeZone`; the least counts. Call it in a
 * transaction that has locked the spending.
 */
export async function readSpendable(trx: Db, { config }: Pick<App, "config">, now: number, timeZone: string) {
  const { dailySpendLimit } = config;
  if (dailySpendLimit === 0) return Infinity;
  const reserved = await listReserved(trx, { until: now + maxDayMs + uploadsAhead, now });
  const unpaid = await listUnpaid(trx, reserved, now);
  const waiting = reserved.map((one) => ({
    ...one,
    // Most texts have no dot within a word, and need no parser to say that no link is in them.
    postMicros: postMicrosOf({ hasLink: /\S\.\S/.test(one.content) && hasLink(one.content) }),
    // Paid when they are sent ahead, which may be the day before.
    pictureMicros: unpaid.get(one.id) ?? 0,
  }));
  const limit = Math.round(dailySpendLimit * 1_000_000);
  const sums = new Map<number, number>();
  let least = Infinity;
  for (const zone of new Set([timeZone, ...waiting.map((one) => one.timeZone)])) {
    const [from, to] = [startOfDay(now, zone), startOfNextDay(now, zone)];
    const spent = sums.get(from) ?? (await sumSpent(trx, from));
    sums.set(from, spent);
    const needed = waiting.reduce(
      (sum, { dueAt, postMicros, pictureMicros }) =>
        sum + (dueAt < to ? postMicros : 0) + (dueAt - uploadsAhead < to ? pictureMicros : 0),
      0,
    );
    least = Math.min(least, limit - spent - needed);
  }
  return Math.max(0, least);
}

/** X charges for each post that it lists, once a day of its own: what figures of them cost later is less by that. */
export async function countRead(
  app: App,
  account: Pick<Row<"accounts">, "id" | "user_id">,
  startedAt: number,
  read: readonly { id: string }[] | number,
): Promise<void> {
  const ids = typeof read === "number" ? null : read.map(({ id }) => id);
  const posts = ids?.length ?? Number(read);
  if (app.network.kind === "sandbox" || posts === 0) return;
  await inTransaction(app.db, async (trx) => {
    await lockAccounts(trx, [account.id]);
    const since = startOfUtcDay(startedAt);
    const charged = await reads.listChargedBut(trx, { accountId: account.id, since, but: 0 });
    await reads.insertRead(trx, {
      user_id: account.user_id,
      account_id: account.id,
      kind: "lost_answers",
      posts,
      price_micros: readMicrosOf(ids ? ids.filter((id) => !charged.has(id)).length : posts),
      read_at: startedAt,
      post_ids: ids && JSON.stringify(ids),
      outcome: ids ? "read" : "failed",
    });
  });
}
