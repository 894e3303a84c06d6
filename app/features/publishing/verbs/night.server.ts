// What a move of time zone does to the timeline: moments drawn for one night fall into another, until they are drawn anew.
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import type { App } from "~/app.server";
import { ownHoursOf } from "~/features/accounts/accounts.server";
import { recordEvents } from "~/features/events/events.server";
import { rulesOf } from "~/features/publishing/engine/rules.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { drawMoment, isQuiet } from "~/features/publishing/rules/moment";
import * as queries from "~/features/publishing/store/tweets.server";
import { type DrawnTweet, listDrawn } from "~/features/publishing/store/waiting.server";

/** The drawn moments of the person's that lie in quiet hours on the clock of `timeZone`; what a person chose is kept. */
export async function listAtNight(app: App, userId: string, timeZone: string): Promise<DrawnTweet[]> {
  const drawn = await listDrawn(app.db, userId);
  return drawn.filter(({ at, ...account }) =>
    isQuiet(at, timeZone, rulesOf(app.config, { hours: ownHoursOf(account) }).quietHours),
  );
}

/** Gives each of them a new moment by the rule; its account and words stay. Returns how many. */
export async function drawAnew(app: App, userId: string, timeZone: string): Promise<number> {
  const now = app.clock.now();
  const moved = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    let count = 0;
    for (const { id, ...account } of await listAtNight({ ...app, db: trx }, userId, timeZone)) {
      const rules = rulesOf(app.config, { hours: ownHoursOf(account), leaning: account.leaning });
      const { window, quietHours, weights } = rules;
      const { at, reason } = drawMoment({ now, timeZone, window, quietHours, weights, random: app.random });
      if (!(await queries.postpone(trx, id, { at, reason, now }))) continue;
      await attempts.insertEvent(trx, { tweetId: id, at: now, kind: "moved", detail: reason });
      await recordEvents(trx, app, [{ type: "tweet.scheduled", userId, tweetId: id, at: now }]);
      count += 1;
    }
    return count;
  });
  app.wake();
  return moved;
}
