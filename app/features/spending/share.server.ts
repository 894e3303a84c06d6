// Reads and sets each user's share of the daily budget.
import type { App } from "~/app.server";
import { dollars } from "~/ground/dollars";
import { AppError } from "~/ground/errors";
import type { Db, Transaction } from "~db/database.server";
import { lockSpending } from "~db/locks.server";
import { type Division, shareOf, sharesFor, startOfDay } from "./day-limit";
import * as shares from "./store/shares.server";

type Ground = Pick<App, "config" | "clock">;

/** Millionths of a US dollar; 0: no limit. */
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

/** Infinity: no limit. */
export async function readShares(db: Db, app: Ground, userIds: Iterable<string>): Promise<Map<string, number>> {
  const requested = [...new Set(userIds)];
  if (limitMicros(app) === 0) return new Map(requested.map((id) => [id, Infinity]));
  const sharers = await listSharers(db, app);
  const known = new Map(sharers.map((sharer) => [sharer.id, sharer]));
  const division = divisionOf(app, sharers);
  return new Map(
    requested.map((id) => {
      const one = known.get(id);
      // A user without plans starts to share now.
      const people = division.people + (one ? 0 : 1);
      return [id, shareOf({ ...division, people }, one?.setMicros ?? null)];
    }),
  );
}

export interface Spending {
  userId: string;
  email: string;
  spentMicros: number;
  shareMicros: number;
  setMicros: number | null;
  since: number;
}

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
  noLimit: "This server has no daily spending limit to share. Set DAILY_SPEND_LIMIT first.",
  tooMuch: (limit: string, left: string) =>
    `The shares you set can’t add up to more than the server’s ${limit} a day. This share can be up to ${left}.`,
} as const;

/** In millionths of a US dollar; null: an equal part of the rest. Call it with the user locked. Throws invalid. */
export async function setSpendShare(trx: Transaction, app: Ground, userId: string, micros: number | null) {
  await lockSpending(trx);
  const limit = limitMicros(app);
  const about = { field: "share_usd", type: "not_in_range" } as const;
  if (micros !== null) {
    if (limit === 0) throw new AppError("invalid", shareMessages.noLimit, { about });
    const others = (await listSharers(trx, app)).filter(({ id }) => id !== userId);
    const left = limit - divisionOf(app, others).setMicros;
    const told = [limit, Math.max(0, left)].map((value) => dollars(value / 1_000_000)) as [string, string];
    if (micros > left) throw new AppError("invalid", shareMessages.tooMuch(...told), { about });
  }
  await shares.setShare(trx, userId, micros);
}
