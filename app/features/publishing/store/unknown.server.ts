// SQL of unknown tweets, of tweets made unknown by a restore, and of queue counts.
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import type { Database } from "~db/schema";
import { nobodyWaited } from "./attention.server";
import type { TweetRow } from "./tweets.server";

type Handle = Kysely<Database>;

const unknownDue = (db: Handle, now: number) =>
  db
    .selectFrom("tweets")
    .where("state", "=", sql.lit("unknown"))
    .where("check_at", "<=", now)
    .orderBy("check_at")
    .orderBy("id");

/** Runs every second, so it must be cheap. */
export async function isAny(db: Handle, now: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from tweets where state = 'publishing')
      or exists (select 1 from tweets where state = 'unknown' and check_at <= ${now})`.execute(db);
  return rows.length > 0;
}

export async function listAccountsToRead(db: Handle, now: number, limit: number): Promise<number[]> {
  const rows = await unknownDue(db, now).select("account_id").limit(limit).execute();
  return [...new Set(rows.flatMap((row) => row.account_id ?? []))];
}

/** Reserves the due checks until `until`. Call it in a transaction. */
export async function claimUnknownDue(
  db: Handle,
  accountId: number,
  { now, until }: { now: number; until: number },
): Promise<TweetRow[]> {
  const due = await unknownDue(db, now).selectAll().where("account_id", "=", accountId).execute();
  const ids = due.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .updateTable("tweets")
      .set({ check_at: until })
      .where(among(db, "id", ids))
      .execute();
  return due;
}

/** False if the send has ended or is already unknown. */
export async function markSendUnknown(
  db: Handle,
  id: number,
  change: { token: string; sentAt: number | null; checkAt: number; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({
      state: "unknown",
      due_at: change.sentAt,
      check_at: change.checkAt,
      error_code: "lost",
      updated_at: change.now,
    })
    .where("id", "=", id)
    .where("lease_token", "=", change.token)
    .where("state", "=", "publishing")
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** All users' tweets, with the waiting parts of started threads. Ordered by id, so parts are in order. */
export async function listScheduled(db: Handle): Promise<(TweetRow & { account_id: number })[]> {
  const query = db
    .selectFrom("tweets")
    .selectAll()
    .where((tweet) => tweet.or([tweet("state", "=", sql.lit("scheduled")), followsOne]))
    .orderBy("id");
  return query.where("account_id", "is not", null).$narrowType<{ account_id: number }>().execute();
}

const followsOne = sql<boolean>`(tweets.state = 'pending' and tweets.part_no > 1 and exists (
  select 1 from threads join tweets as first on first.thread_id = threads.id and first.part_no = 1
  where threads.id = tweets.thread_id and threads.state = 'going' and first.state not in ('pending', 'failed')))`;

/** False if no longer scheduled. */
export async function markUnknown(
  db: Handle,
  id: number,
  change: { token: string; checkAt: number; code: string; now: number; dueAt: number },
): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({
      state: "unknown",
      publish_type: sql`coalesce(publish_type, 'scheduled')`,
      due_at: change.dueAt,
      check_at: change.checkAt,
      lease_token: change.token,
      error_code: change.code,
      undo_to: null,
      updated_at: change.now,
    })
    .where("id", "=", id)
    .where((tweet) => tweet.or([tweet("state", "=", "scheduled"), followsOne]))
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

interface Forgotten {
  token: string;
  checkAt: number;
  now: number;
  accountId: number;
  publishType: TweetRow["publish_type"];
  sentAt: number;
}

/** Marks a tweet unknown that the database shows as not sent; false if it is sent, in flight or gone. */
export async function markForgottenUnknown(db: Handle, id: number, change: Forgotten): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({
      state: "unknown",
      account_id: change.accountId,
      publish_type: change.publishType,
      due_at: change.sentAt,
      check_at: change.checkAt,
      lease_token: change.token,
      error_code: "lost",
      discarded_at: null,
      undo_to: null,
      // A scheduled claim has no undo window, whatever was pressed since.
      ...(change.publishType === "scheduled" && { undo_until: null }),
      updated_at: change.now,
    })
    .where("id", "=", id)
    .where("state", "in", ["pending", "scheduled", "failed"])
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export interface QueueCounts {
  scheduled: number;
  due: number;
  late: number;
  unknown: number;
  needsConfirmation: number;
  failedUnseen: number;
}

interface CountedBy {
  now: number;
  lateBefore: number;
  failedSince: number;
}

export async function countQueue(db: Handle, query: CountedBy): Promise<QueueCounts> {
  const scheduled = await db
    .selectFrom("tweets")
    .select(({ fn }) => [
      fn.countAll<number>().as("scheduled"),
      fn.countAll<number>().filterWhere("due_at", "<=", query.now).as("due"),
      fn.countAll<number>().filterWhere("due_at", "<", query.lateBefore).as("late"),
    ])
    .where("state", "=", sql.lit("scheduled"))
    .where("undo_until", "is", null)
    .executeTakeFirstOrThrow();
  const unknown = await db
    .selectFrom("tweets")
    .select(({ fn }) => [
      fn.countAll<number>().as("unknown"),
      fn.countAll<number>().filterWhere("error_code", "=", "needs_confirmation").as("needsConfirmation"),
    ])
    .where("state", "=", sql.lit("unknown"))
    .executeTakeFirstOrThrow();
  const failed = await db
    .selectFrom("tweets")
    .select(({ fn }) => fn.countAll<number>().as("failedUnseen"))
    .where("state", "=", sql.lit("failed"))
    .where(nobodyWaited)
    .where("discarded_at", "is", null)
    .where("updated_at", ">=", query.failedSince)
    .executeTakeFirstOrThrow();
  return { ...scheduled, ...unknown, ...failed };
}
