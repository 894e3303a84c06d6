// What a move of time zone does to the timeline: moments drawn for one night fall into another, until they are drawn anew.
import { sql } from "kysely";
import type { App } from "~/app.server";
import { prepared } from "~db/prepared.server";
import * as attempts from "./attempts.server";
import { drawMoment, isQuiet } from "./moment";
import * as queries from "./queries.server";

/** What waits on the person's timelines at moments that Linnet drew, the next due first. */
const drawnOf = prepared(
  (_, { userId }: { userId: string }) => sql<{ id: number; content: string; at: number }>`
  select id, content, due_at as at from tweets indexed by tweets_waiting
  where account_id in (select id from accounts where user_id = ${userId})
    and state = 'scheduled' and moment_reason is not null order by due_at`,
);

/** The drawn moments of the person's that lie in quiet hours on the clock of `timeZone`; what a person chose is kept. */
export async function listAtNight(
  app: App,
  userId: string,
  timeZone: string,
): Promise<{ id: number; content: string; at: number }[]> {
  const drawn = await drawnOf(app.db, { userId });
  return drawn.filter(({ at }) => isQuiet(at, timeZone, app.config.quietHours));
}

/** Gives each of them a new moment by the rule; its account and words stay. Answers how many. */
export async function drawAnew(app: App, userId: string, timeZone: string): Promise<number> {
  const now = app.clock.now();
  const { window, quietHours } = app.config;
  const moved = await app.db.transaction().execute(async (trx) => {
    let count = 0;
    for (const { id } of await listAtNight({ ...app, db: trx }, userId, timeZone)) {
      const { at, reason } = drawMoment({ now, timeZone, window, quietHours, random: app.random });
      if (!(await queries.postpone(trx, id, { at, reason, now }))) continue;
      await attempts.insertEvent(trx, { tweetId: id, at: now, kind: "moved", detail: reason });
      count += 1;
    }
    return count;
  });
  app.wake();
  return moved;
}
