// SQL of unknown tweets and of the queue's counts: lost answers to look up, a timeline that a restore makes unknown.
import { type Kysely, sql } from "kysely";
import type { Database } from "~db/schema";
import type { TweetRow } from "./tweets.server";

type Handle = Kysely<Database>;

const unknownDue = (db: Handle, now: number) =>
  db
    .selectFrom("tweets")
    .where("state", "=", sql.lit("unknown"))
    .where("check_at", "<=", now)
    .orderBy("check_at")
    .orderBy("id");

/** Whether any tweet is in flight or its answer is to be looked up. Asked each second, so it must cost next to nothing. */
export async function isAny(db: Handle, now: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from tweets where state = 'publishing')
      or exists (select 1 from tweets where state = 'unknown' and check_at <= ${now})`.execute(db);
  return rows.length > 0;
}

/** Accounts with a lost answer whose settle time has come, those that wait longest first. */
export async function listAccountsToRead(db: Handle, now: number, limit: number): Promise<number[]> {
  const rows = await unknownDue(db, now).select("account_id").limit(limit).execute();
  return [...new Set(rows.flatMap((row) => row.account_id ?? []))];
}

/** An account's lost answers whose settle time has come. */
export async function listUnknownDue(db: Handle, accountId: number, now: number): Promise<TweetRow[]> {
  return unknownDue(db, now).selectAll().where("account_id", "=", accountId).execute();
}

/** Everything on the timeline, of everybody. */
export async function listScheduled(db: Handle): Promise<(TweetRow & { account_id: number })[]> {
  const query = db.selectFrom("tweets").selectAll().where("state", "=", sql.lit("scheduled"));
  // A check constraint of the table makes sure of it.
  return query.where("account_id", "is not", null).$narrowType<{ account_id: number }>().execute();
}

/** Makes a scheduled tweet unknown where it stands, under the token of the attempt that may have been. */
export async function markUnknown(
  db: Handle,
  id: number,
  by: { token: string; checkAt: number; code: string; now: number },
): Promise<void> {
  await db
    .updateTable("tweets")
    .set({ state: "unknown", check_at: by.checkAt, lease_token: by.token, error_code: by.code, updated_at: by.now })
    .where("id", "=", id)
    .where("state", "=", "scheduled")
    .execute();
}

export interface QueueCounts {
  scheduled: number;
  due: number;
  late: number;
  unknown: number;
  needsConfirmation: number;
}

/** How many tweets of everybody's wait, are due, late or unknown. */
export async function countQueue(db: Handle, by: { now: number; lateBefore: number }): Promise<QueueCounts> {
  const scheduled = await db
    .selectFrom("tweets")
    .select(({ fn }) => [
      fn.countAll<number>().as("scheduled"),
      fn.countAll<number>().filterWhere("due_at", "<=", by.now).as("due"),
      fn.countAll<number>().filterWhere("due_at", "<", by.lateBefore).as("late"),
    ])
    .where("state", "=", sql.lit("scheduled"))
    .executeTakeFirstOrThrow();
  const unknown = await db
    .selectFrom("tweets")
    .select(({ fn }) => [
      fn.countAll<number>().as("unknown"),
      fn.countAll<number>().filterWhere("error_code", "=", "needs_confirmation").as("needsConfirmation"),
    ])
    .where("state", "=", sql.lit("unknown"))
    .executeTakeFirstOrThrow();
  return { ...scheduled, ...unknown };
}
