// What a person should know at a glance: what needs attention, what the day has cost, and a tweet's journal.
import type { App } from "~/app.server";
import { days } from "~/duration";
import { listAccounts } from "~/features/accounts/accounts.server";
import * as attempts from "./attempts.server";
import { startOfDay } from "./gate";
import { type JournalEvent } from "./journal";
import * as queries from "./queries.server";

export interface Attention {
  /** Scheduled tweets that failed within the last fortnight and were not sent since. */
  failed: number;
  /** Tweets that wait for the person's word. */
  asked: number;
  /** Accounts that are paused by the network or must be connected again. */
  accounts: number;
}

const remembered = days(14);

export async function readAttention(app: App, userId: string): Promise<Attention> {
  const accounts = await listAccounts(app, userId);
  const { failed, asked } = await queries.countTroubled(app.db, userId, app.clock.now() - remembered);
  return { failed, asked, accounts: accounts.filter((account) => account.needsPerson).length };
}

/** What the whole server has spent since the person's day began, US dollars. */
export async function readSpent(app: App, timeZone: string): Promise<number> {
  return (await attempts.sumSpent(app.db, startOfDay(app.clock.now(), timeZone))) / 1_000_000;
}

/** Oldest first. The tweet must be known to be the person's. */
export const readJournal = (app: App, tweetId: number): Promise<JournalEvent[]> => attempts.listEvents(app.db, tweetId);
