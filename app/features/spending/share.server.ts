// What people may spend today, each of their own share, and what they have spent of it.
import type { App } from "~/app.server";
import { dollars } from "~/ground/dollars";
import { AppError } from "~/ground/errors";
import type { Db, Transaction } from "~db/database.server";
import { lockSpending } from "~db/locks.server";
import { type Division, shareOf, sharesFor, startOfDay } from "./day-limit";
import * as shares from "./store/shares.server";

type Ground = Pick<App, "config" | "clock">;

/** The day's limit of the server in millionths of a US dollar; 0 is none. */
export const limitMicros = ({ config }: Pick<App, "config">): number => Math.round(config.dailySpendLimit * 1_000_000);

const listSharers = (db: Db, { clock }: Ground): Promise<shares.Sharer[]> => {
  const now = clock.now();
  return shares.listSharers(db, { since: now - sharesFor, until: now + sharesFor });
};

const divisionOf = (app: Ground, sharers: readonly shares.Sharer[]): Division => ({
  limitMicros: limitMicros(app),
  setMicros: sharers.reduce((sum, { setMicros }) => sum + (setMicros ?? 0), 0),
  people: sharers.filter(({ setMicros }) => setMicros === null).length,
});

/** The share of each of these people, whoever asks among those who share; Infinity where nothing is limited. */
export async function readShares(db: Db, app: Ground, userIds: Iterable<string>): Promise<Map<string, number>> {
  const requested = [...new Set(userIds)];
  if (limitMicros(app) === 0) return new Map(requested.map((id) => [id, Infinity]));
  const sharers = await listSharers(db, app);
  const known = new Map(sharers.map((one) => [one.id, one]));
  const division = divisionOf(app, sharers);
  return new Map(
    requested.map((id) => {
      const one = known.get(id);
      // Who has planned nothing yet shares from here on.
      const people = division.people + (one ? 0 : 1);
      return [id, shareOf({ ...division, people }, one?.setMicros ?? null)];
    }),
  );
}

/** A person's share of today, and what they have spent of it; millionths of a US dollar. */
export interface Spending {
  userId: string;
  email: string;
  spentMicros: number;
  shareMicros: number;
  setMicros: number | null;
  /** When their day began. */
  since: number;
}

/** Of everybody who shares, each by their own day. */
export async function listSpending(db: Db, app: Ground): Promise<Spending[]> {
  const sharers = await listSharers(db, app);
  const division = divisionOf(app, sharers);
  const now = app.clock.now();
  const days = sharers.map(({ id: userId, timeZone }) => ({ userId, since: startOfDay(now, timeZone) }));
  const spent = await shares.sumSpentOfAll(db, days);
  return sharers.map(({ id, email, setMicros }, n) => ({
    userId: id,
    email,
    spentMicros: spent.get(id) ?? 0,
    shareMicros: division.limitMicros === 0 ? Infinity : shareOf(division, setMicros),
    setMicros,
    since: days[n]?.since ?? now,
  }));
}

const shareMessages = {
  noLimit: "This server has no limit a day to share. Set DAILY_SPEND_LIMIT first.",
  tooMuch: (limit: string, left: string) =>
    `The shares you set can’t add up to more than the server’s ${limit} a day. ${left} of it is left for this one.`,
} as const;

/**
 * Sets what a person may spend a day, in millionths of a US dollar; null: an equal part of what is set for nobody. Call it
 * with the person locked. Throws invalid where there is no limit, or no room in it.
 */
export async function setSpendShare(trx: Transaction, app: Ground, userId: string, micros: number | null) {
  await lockSpending(trx);
  const limit = limitMicros(app);
  const about = { field: "share_usd", type: "not_in_range" } as const;
  if (micros !== null) {
    if (limit === 0) throw new AppError("invalid", shareMessages.noLimit, { about });
    const others = (await listSharers(trx, app)).filter(({ id }) => id !== userId);
    const left = limit - divisionOf(app, others).setMicros;
    const told = [limit, Math.max(0, left)].map((one) => dollars(one / 1_000_000)) as [string, string];
    if (micros > left) throw new AppError("invalid", shareMessages.tooMuch(...told), { about });
  }
  await shares.setShare(trx, userId, micros);
}
