// Writes many tweets in one transaction, as drafts or scheduled; all or none.
import type { App } from "~/app.server";
import { type Also, inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { inTurns } from "~db/ranges.server";
import { type Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import { requireRoomFor } from "~/features/tweets/store/room.server";
import { fingerprint } from "~/features/tweets/text";
import { dearUnits, requirePostable } from "~/features/tweets/text.server";
import { asTyped } from "~/features/tweets/tweet";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { requireEnabled, unlessLeft } from "~/features/users/users.server";
import { AppError, isAppError } from "~/ground/errors";
import { timeInCity } from "~/ground/time/city-time";
import { clockTime, shortDate, zoneCity } from "~/ground/time/zone";
import { drawMoment } from "~/features/moments/moment";
import { keepWords } from "~/features/publishing/verbs/edit.server";
import { readWeights } from "~/features/moments/leaning.server";
import { requireSendable, type Sendable } from "~/features/publishing/verbs/preconditions.server";
import { maxDays, planMessages } from "./plan-limits";
import { drawFor, listPosts, mayStand } from "./schedule-all.server";
import { isInQuietHours, type Moment, putOnTimeline, requireMoment } from "./schedule.server";

export interface WantedTweet {
  content: string;
  /** Network or internal id; null: the default account. Required to schedule. */
  account: string | null;
  publishAt: number | "random" | null;
}

export interface WrittenTweet extends Tweet {
  inQuietHours: boolean;
}

export type FieldOfTweet = "content" | "account" | "moment";

interface Refused {
  index: number;
  field: FieldOfTweet;
  error: AppError;
}

/** Nothing was written; `items` has the reason for each refused tweet. */
export class TweetsRefused extends AppError {
  readonly items: readonly Refused[];
  constructor(items: readonly Refused[]) {
    super("invalid", [...new Set(items.map(({ error }) => error.message))].join(", "));
    this.items = items;
  }
}

/** Writes up to 50, in order. Throws TweetsRefused, limit_reached, unauthenticated (user left), account_disabled. */
export async function writeMany(
  app: App,
  { userId, tweets: typed, keyId = null }: { userId: string; tweets: readonly WantedTweet[]; keyId?: number | null },
  followUp?: Also<WrittenTweet[]>,
): Promise<WrittenTweet[]> {
  const tweets = typed.map((tweet) => ({ ...tweet, content: asTyped(tweet.content) }));
  // Checked before the transaction, so others don't have to wait.
  const atSight = await refusalsAtSight(app, tweets);
  const written = inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    await requireEnabled(trx, userId);
    await requireRoomFor(
      trx,
      userId,
      tweets.map(({ content }) => content),
    );
    const refused = [...atSight];
    const bad = new Set(refused.map(({ index }) => index));
    const placed: { id: number; inQuietHours: boolean }[] = [];
    for (const [index, wanted] of tweets.entries()) {
      if (bad.has(index)) continue;
      const busy: { at: FieldOfTweet } = { at: "account" };
      try {
        placed.push(await makeOne(trx, app, { ...wanted, userId, keyId }, busy));
      } catch (error) {
        if (!isAppError(error)) throw error;
        refused.push({ index, field: error.code === "duplicate" ? "content" : busy.at, error });
      }
    }
    if (refused.length > 0) throw new TweetsRefused(refused.sort((a, b) => a.index - b.index));
    const made: WrittenTweet[] = [];
    for (const { id, inQuietHours } of placed)
      made.push({ ...(await getTweet({ db: trx }, userId, id)), inQuietHours });
    await followUp?.(trx, made);
    return made;
  });
  const made = await unlessLeft(app, written);
  app.wake();
  return made;
}

async function refusalsAtSight(app: App, tweets: readonly WantedTweet[]): Promise<Refused[]> {
  const prints = new Set<string>();
  const refusalOf = (index: number, field: FieldOfTweet, require: () => void): Refused[] => {
    try {
      require();
      return [];
    } catch (error) {
      if (!isAppError(error)) throw error;
      return [{ index, field, error }];
    }
  };
  const ofOne = ([index, { content, publishAt }]: [number, WantedTweet]) => [
    ...refusalOf(index, "content", () => {
      requirePostable(content);
      const print = fingerprint(content);
      if (prints.has(print)) throw new AppError("duplicate", planMessages.repeats);
      prints.add(print);
    }),
    ...(typeof publishAt === "number" ? refusalOf(index, "moment", () => void requireMoment(app, publishAt)) : []),
  ];
  // Counting 50 texts full of links takes 0.2 s, so this runs in turns.
  return inTurns(
    [...tweets.entries()],
    (batch) => batch.flatMap(ofOne),
    ([, { content }]) => dearUnits(content),
  );
}

async function makeOne(
  trx: Transaction,
  app: App,
  { userId, content, account, publishAt, keyId }: WantedTweet & { userId: string; keyId: number | null },
  busy: { at: FieldOfTweet },
): Promise<{ id: number; inQuietHours: boolean }> {
  const { id } = await keepWords(trx, app, { userId, content, account });
  if (publishAt === null) return { id, inQuietHours: false };
  const sendable = await requireSendable(trx, app, { userId, tweetId: id, account }, ["pending"]);
  busy.at = "moment";
  const moment = publishAt === "random" ? await draw(trx, app, sendable) : momentOf(app, publishAt, sendable);
  await putOnTimeline(trx, app, sendable, { ...moment, keyId });
  return { id, inQuietHours: isInQuietHours(app, { ...moment, account: sendable.account }) };
}

const momentOf = (app: App, at: number, { timeZone }: Sendable): Moment => ({
  executeAt: requireMoment(app, at),
  timeZone,
  reason: null,
});

/** Tries within the account's window before looking at later days. */
const tries = 12;

async function draw(trx: Transaction, app: App, { account, timeZone }: Sendable): Promise<Moment> {
  const posts = await listPosts({ ...app, db: trx }, account.id, timeZone);
  const { window, quietHours, spacingMs } = hoursOf(app.config, account.hours);
  const weights = await readWeights(trx, account.id);
  const now = app.clock.now();
  const hours = { window, quietHours, weights, posts, spacingMs };
  for (let n = 0; n < tries; n += 1) {
    const { at, reason } = drawMoment({ now, timeZone, ...hours, random: app.random });
    if (mayStand(app, account, { timeZone, at, posts })) return { executeAt: at, timeZone, reason };
  }
  const at = later(app, account, { timeZone, posts });
  if (at === null) throw new AppError("daily_post_limit", planMessages.noRoom);
  const told = timeInCity(`${shortDate(at, timeZone)}, ${clockTime(at, timeZone)}`, zoneCity(timeZone));
  return { executeAt: at, timeZone, reason: `Picked at random on the next day with room: ${told}.` };
}

function later(app: App, account: Account, options: { timeZone: string; posts: readonly number[] }): number | null {
  for (let days = 1; days <= maxDays; days += 1) {
    const [at] = drawFor(app, account, { ...options, days, count: 1 });
    if (at !== undefined) return at;
  }
  return null;
}
