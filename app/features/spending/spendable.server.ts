// Calculates what may be spent on reading after today's scheduled posts, and counts reads.
import type { App } from "~/app.server";
import { hours } from "~/ground/time/duration";
import { type Db, inTransaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import type { Row } from "~db/schema";
import { readShares } from "./share.server";
import { startOfDay, startOfNextDay, startOfUtcDay } from "./day-limit";
import { postMicrosOf, readMicrosOf } from "./price";
import { uploadsAhead } from "~/features/uploads/upload";
import * as reads from "./store/paid-reads.server";
import { listReserved } from "./store/reserved.server";
import { sumSpentOfAll } from "./store/shares.server";
import { listUnpaid } from "./store/unpaid.server";
import { hasLink } from "~/features/tweets/text.server";

const maxDayMs = hours(26);

/** Millionths of a US dollar left after all posts of today; Infinity: no limit. Call it with the spending locked. */
export async function readSpendable(
  trx: Db,
  app: Pick<App, "config" | "clock">,
  { userId, timeZone, now }: { userId: string; timeZone: string; now: number },
): Promise<number> {
  if (app.config.dailySpendLimit === 0) return Infinity;
  const reserved = await listReserved(trx, { userId, until: now + maxDayMs + uploadsAhead, now });
  const unpaid = await listUnpaid(trx, reserved, now);
  const [from, to] = [startOfDay(now, timeZone), startOfNextDay(now, timeZone)];
  const needed = reserved.reduce((sum, { id, content, dueAt }) => {
    // A fast check first: most texts contain no link.
    const postMicros = postMicrosOf({ hasLink: /\S\.\S/.test(content) && hasLink(content) });
    // Pictures are paid for when they are uploaded, maybe the day before.
    const pictureMicros = dueAt - uploadsAhead < to ? (unpaid.get(id) ?? 0) : 0;
    return sum + (dueAt < to ? postMicros : 0) + pictureMicros;
  }, 0);
  const spent = (await sumSpentOfAll(trx, [{ userId, since: from }])).get(userId) ?? 0;
  const share = (await readShares(trx, app, [userId])).get(userId) ?? 0;
  return Math.max(0, share - spent - needed);
}

/** X charges once a day for each post read, so posts already charged cost nothing. */
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
