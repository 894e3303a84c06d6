// Handles a change of time zone that moves scheduled tweets into quiet hours.
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import type { App } from "~/app.server";
import { ownHoursOf } from "~/features/accounts/accounts.server";
import { rulesOf } from "~/features/publishing/engine/gate.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { drawMoment, isQuiet } from "~/features/moments/moment";
import { listNeighbors, type Neighbor, timesBut } from "~/features/moments/neighbors.server";
import * as queries from "~/features/publishing/store/tweets.server";
import { type DrawnTweet, hasScheduled, listDrawn } from "~/features/publishing/store/waiting.server";
import { findUser, requirePresentName, setTimezone } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { judgeGuess } from "~/features/users/zone/guess";

/** Saves the browser's zone if `judgeGuess` takes it. Returns the user's zone then. Throws invalid for an unknown zone. */
export async function guessTimezone(app: App, userId: string, timezone: string): Promise<string> {
  const guess = requirePresentName(timezone);
  return inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const within = { ...app, db: trx };
    const user = await findUser(within, userId);
    if (!user) return guess;
    const planned = { hasScheduled: await hasScheduled(trx, userId) };
    if (judgeGuess(user, guess, planned) !== "take") return user.timezone;
    return setTimezone(within, userId, guess, { chosen: false });
  });
}

export const asksAboutZone = async (app: Pick<App, "db">, user: User, zone: string): Promise<boolean> =>
  judgeGuess(user, zone, { hasScheduled: true }) === "ask" && (await hasScheduled(app.db, user.id));

/** Lists the times that Linnet picked in quiet hours of `timeZone`; times the user chose are left out. */
export async function listAtNight(app: App, userId: string, timeZone: string): Promise<DrawnTweet[]> {
  const drawn = await listDrawn(app.db, userId);
  return drawn.filter(({ at, ...account }) =>
    isQuiet(at, timeZone, rulesOf(app.config, { hours: ownHoursOf(account) }).quietHours),
  );
}

export async function rescheduleAtNight(app: App, userId: string, timeZone: string): Promise<number> {
  const now = app.clock.now();
  const moved = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const neighborsOf = new Map<number, Neighbor[]>();
    let count = 0;
    for (const { id, accountId, ...account } of await listAtNight({ ...app, db: trx }, userId, timeZone)) {
      const rules = rulesOf(app.config, { hours: ownHoursOf(account), leaning: account.leaning });
      const neighbors = neighborsOf.get(accountId) ?? (await listNeighbors(trx, accountId, { now, ...rules }));
      neighborsOf.set(accountId, neighbors);
      const posts = timesBut(neighbors, [id]);
      const { at, reason } = drawMoment({ now, timeZone, ...rules, posts, random: app.random });
      if (!(await queries.postpone(trx, id, { at, reason, now }))) continue;
      neighborsOf.set(accountId, [...neighbors.filter((neighbor) => neighbor.id !== id), { id, at }]);
      await attempts.insertEvent(trx, { tweetId: id, at: now, kind: "moved", detail: reason });
      count += 1;
    }
    return count;
  });
  app.wake();
  return moved;
}
