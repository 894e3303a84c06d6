// Reads and saves an account's posting hours and reschedules tweets that break them.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import type { Account } from "~/features/accounts/account";
import { changeAccount, getAccount } from "~/features/accounts/accounts.server";
import { faultsOf, type Hours, hoursOf, type OwnHours } from "~/features/accounts/hours";
import { minutes } from "~/ground/time/duration";
import { timeInCity } from "~/ground/time/city-time";
import { shortDate, clockTime, zoneCity } from "~/ground/time/zone";
import * as attempts from "~/features/publishing/store/attempts.server";
import { startOfDay } from "~/features/spending/day-limit";
import { isQuiet } from "~/features/moments/moment";
import * as queries from "~/features/publishing/store/tweets.server";
import { listWaitingOf, type WaitingTweet } from "~/features/publishing/store/waiting.server";
import { timeZoneOf } from "~/features/publishing/verbs/preconditions.server";
import { drawFor, listPosts } from "./schedule-all.server";

export interface HoursView {
  account: Account;
  hours: Hours;
}

export async function readHours(app: App, userId: string, ref: string): Promise<HoursView> {
  const account = await getAccount(app, userId, ref);
  return { account, hours: hoursOf(app.config, account.hours) };
}

/** Missing fields follow the server. Throws not_found, invalid (names all wrong fields). */
export async function saveHours(
  app: App,
  { userId, account: ref, hours }: { userId: string; account: string; hours: OwnHours },
): Promise<HoursView> {
  const faults = faultsOf(app.config, hours).map(({ field, message }) => ({
    loc: ["body", field],
    msg: message,
    type: "not_in_range" as const,
  }));
  if (faults.length > 0) throw new AppError("invalid", faults.map(({ msg }) => msg).join(". "), { faults });
  const isEmpty = Object.values(hours).every((value) => value === undefined);
  await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const { id } = await getAccount({ ...app, db: trx }, userId, ref);
    await changeAccount(trx, id, {
      own_hours: isEmpty ? null : JSON.stringify(hours),
      own_gap_ms: hours.gapMinutes === undefined ? null : minutes(hours.gapMinutes),
    });
  });
  app.wake();
  return readHours(app, userId, ref);
}

export interface OutsideHoursTweet extends WaitingTweet {
  why: "quiet" | "gap" | "posts";
}

/** Waiting tweets that break the account's hours, by due time. Quiet hours that the user chose are allowed. */
export async function listOutsideHours(app: App, userId: string, ref: string): Promise<OutsideHoursTweet[]> {
  const account = await getAccount(app, userId, ref);
  const timeZone = await timeZoneOf(app.db, userId);
  const { quietHours, minGapMs, dailyPostLimit } = hoursOf(app.config, account.hours);
  const waiting = await listWaitingOf(app.db, account.id);
  const countOn = new Map<number, number>();
  const whyNot = (
    { at, drawn }: (typeof waiting)[number],
    before: number | undefined,
  ): OutsideHoursTweet["why"] | null => {
    const day = startOfDay(at, timeZone);
    const count = (countOn.get(day) ?? 0) + 1;
    countOn.set(day, count);
    if (drawn && isQuiet(at, timeZone, quietHours)) return "quiet";
    if (before !== undefined && at - before < minGapMs) return "gap";
    return dailyPostLimit > 0 && count > dailyPostLimit ? "posts" : null;
  };
  return waiting.flatMap((tweet, n) => {
    const why = whyNot(tweet, waiting[n - 1]?.at);
    return why === null ? [] : [{ id: tweet.id, content: tweet.content, at: tweet.at, why }];
  });
}

const daysAhead = 14;

/** Reschedules these tweets, or only the `chosen` ones; a tweet without room stays. Returns how many moved. */
export async function rescheduleOutsideHours(
  app: App,
  userId: string,
  ref: string,
  chosen?: readonly number[],
): Promise<number> {
  const moved = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const inside = { ...app, db: trx };
    const account = await getAccount(inside, userId, ref);
    const timeZone = await timeZoneOf(trx, userId);
    const now = app.clock.now();
    let count = 0;
    for (const { id } of await listOutsideHours(inside, userId, ref)) {
      if (chosen && !chosen.includes(id)) continue;
      // The tweet's own slot becomes free.
      const posts = await listPosts(inside, account.id, timeZone, id);
      const [at] = drawFor(app, account, { timeZone, days: daysAhead, count: 1, posts });
      if (at === undefined) continue;
      const when = timeInCity(`${shortDate(at, timeZone)}, ${clockTime(at, timeZone)}`, zoneCity(timeZone));
      const reason = `Rescheduled to ${when}, after your posting hours changed.`;
      if (!(await queries.postpone(trx, id, { at, reason, now }))) continue;
      await attempts.insertEvent(trx, { tweetId: id, at: now, kind: "moved", detail: reason });
      count += 1;
    }
    return count;
  });
  app.wake();
  return moved;
}
