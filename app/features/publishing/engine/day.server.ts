// What the gate asks about a day (an account's posts, and what the whole server has spent), and asking it.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { ownHoursOf } from "~/features/accounts/accounts.server";
import { listReserved } from "~/features/threads/threads.server";
import type { Db } from "~db/database.server";
import { goingOf } from "./going.server";
import { rulesOf } from "./rules.server";
import { type Day, type Going, startOfDay } from "~/features/publishing/rules/day-limit";
import { type Gate, gate } from "~/features/publishing/rules/gate";
import * as attempts from "~/features/publishing/store/attempts.server";
import type { DueTweet } from "~/features/publishing/store/due-and-gap.server";
import { listUnpaid } from "~/features/publishing/store/unpaid.server";

interface WhichDay {
  account: Pick<Account, "id" | "hours">;
  timeZone: string;
  now: number;
}

/** What has gone out since the person's day began; the database is not asked where nothing is limited. */
export async function readDay(db: Db, app: Pick<App, "config" | "clock">, which: WhichDay): Promise<Day> {
  return (await readDays(db, app, [which])).get(which.account.id) ?? unlimited;
}

/** Of those that are not asked of the database. */
export const unlimited: Day = { posts: 0, spentMicros: 0 };

/**
 * The same of many accounts, by their ids; none may come twice. One question for the posts of all: a question each took
 * most of a pass where the database is another process.
 */
export async function readDays(
  db: Db,
  { config, clock }: Pick<App, "config" | "clock">,
  which: readonly WhichDay[],
): Promise<Map<number, Day>> {
  const { dailySpendLimit } = config;
  const isPostLimited = which.some(({ account }) => rulesOf(config, account).dailyPostLimit > 0);
  if (!isPostLimited && dailySpendLimit === 0) return new Map();
  const starts = startsOf(which);
  const posts = isPostLimited ? await attempts.countPostsOfAll(db, starts) : new Map<number, number>();
  const spent = new Map<number, number>();
  // The sum goes through the whole day's attempts: once for each beginning, of which there are few.
  for (const since of dailySpendLimit > 0 ? new Set(starts.map((day) => day.since)) : [])
    spent.set(since, await attempts.sumSpent(db, since));
  // The rest of a thread that has begun has its place in the day already.
  const reserved = await listReserved(db);
  const { priceMicros } = goingOf(reserved, await listUnpaid(db, reserved, clock.now()));
  const dayOf = ({ accountId, since }: (typeof starts)[number]): Day => ({
    posts: (posts.get(accountId) ?? 0) + reserved.filter((one) => one.accountId === accountId).length,
    spentMicros: (spent.get(since) ?? 0) + priceMicros,
  });
  return new Map(starts.map((day) => [day.accountId, dayOf(day)]));
}

/** When each one's day began. Most of a crowd are asked about one moment, and live in few places. */
function startsOf(which: readonly WhichDay[]): { accountId: number; since: number }[] {
  const known = new Map<string, number>();
  return which.map(({ account, timeZone, now }) => {
    const key = `${now} ${timeZone}`;
    const since = known.get(key) ?? startOfDay(now, timeZone);
    known.set(key, since);
    return { accountId: account.id, since };
  });
}

/** Whether a due tweet may go out at `now`, by its day and by the gate's other rules. */
export function askGate(
  { config, random }: Pick<App, "config" | "random">,
  { tweet, account, timeZone }: DueTweet,
  day: Day,
  going: Going,
  now: number,
): Gate {
  // A Post Now whose answer was lost goes out at once when it turns out to be absent: it was never on the timeline.
  if (tweet.publish_type === "immediate") return { open: true };
  const due = {
    dueAt: tweet.due_at ?? now,
    drawn: tweet.moment_reason !== null,
    timeZone,
    username: account.username,
  };
  return gate(now, due, day, going, rulesOf(config, { hours: ownHoursOf(account), leaning: account.leaning }), random);
}
