// What the gate asks about a day (an account's posts, and what the whole server has spent), and asking it.
import type { App } from "~/app.server";
import type { Db } from "~db/database.server";
import { type Day, startOfDay } from "~/features/publishing/rules/day-limit";
import { type Gate, gate } from "~/features/publishing/rules/gate";
import * as attempts from "~/features/publishing/store/attempts.server";
import type { DueTweet } from "~/features/publishing/store/due-and-gap.server";

/** What the server has spent since a moment, millionths of a US dollar. */
type SpentSince = (since: number) => Promise<number>;

/**
 * Sums what the server has spent since a moment, once for each moment: the sum goes through the whole day's attempts, and
 * asked for each of 10,000 due tweets it took most of their time. Use one for one pass or one question only.
 */
export function spentReader(db: Db): SpentSince {
  const sums = new Map<number, Promise<number>>();
  return (since) => {
    const sum = sums.get(since) ?? attempts.sumSpent(db, since);
    sums.set(since, sum);
    return sum;
  };
}

interface WhichDay {
  account: { id: number };
  timeZone: string;
  now: number;
  /** `spentReader`: a pass that asks for many tweets hands the same one to each. */
  spentSince: SpentSince;
}

/** What has gone out since the person's day began; the database is not asked where nothing is limited. */
export async function readDay(
  db: Db,
  { config }: Pick<App, "config">,
  { account, timeZone, now, spentSince }: WhichDay,
): Promise<Day> {
  const { dailyPostLimit, dailySpendLimit } = config;
  if (dailyPostLimit === 0 && dailySpendLimit === 0) return { posts: 0, spentMicros: 0 };
  const since = startOfDay(now, timeZone);
  return {
    posts: dailyPostLimit > 0 ? await attempts.countPosts(db, account.id, since) : 0,
    spentMicros: dailySpendLimit > 0 ? await spentSince(since) : 0,
  };
}

/** Whether a due tweet may go out at `now`, by its day and by the gate's other rules. */
export function askGate(
  { config, random }: Pick<App, "config" | "random">,
  { tweet, account, timeZone }: DueTweet,
  day: Day,
  price: number,
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
  return gate(now, due, day, price, config, random);
}
