// SQL of publishing: updates a tweet's state and timing.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { among } from "~db/database.server";
import { leads } from "~db/leads.server";
import { leaseToken, nextAt, nextDueAt } from "~db/lease.server";
import type { Change, Database, Row } from "~db/schema";
import { isNotSoon, isSoon } from "./soon.server";

type Handle = Kysely<Database>;
export type TweetRow = Row<"tweets">;

/** `reason` null: the user chose the time. False if no longer scheduled, or due after `dueBy`. */
export async function postpone(
  db: Handle,
  id: number,
  to: { at: number; reason: string | null; now: number; dueBy?: number },
): Promise<boolean> {
  let change = db
    .updateTable("tweets")
    .set({ due_at: to.at, moment_reason: to.reason, updated_at: to.now })
    .where("id", "=", id)
    .where("state", "=", "scheduled")
    .where("undo_until", "is", null);
  if (to.dueBy !== undefined) change = change.where("due_at", "<=", to.dueBy);
  return (await change.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function findDuplicate(
  db: Handle,
  query: { userId: string; tweetId: number; threadId: number | null; fingerprint: string; since: number },
): Promise<{ at: number; username: string | null; state: TweetRow["state"] } | null> {
  const row = await db
    .selectFrom("tweets")
    .leftJoin("accounts", "accounts.id", "tweets.account_id")
    .select(["tweets.placed_at", "tweets.state", "accounts.username"])
    .where("tweets.user_id", "=", query.userId)
    .where("tweets.fingerprint", "=", query.fingerprint)
    .where("tweets.id", "!=", query.tweetId)
    // Duplicates within a thread are checked when it is written.
    .where(sql<boolean>`coalesce(tweets.thread_id, 0) <> ${query.threadId ?? -1}`)
    .where("tweets.state", "in", ["scheduled", "publishing", "unknown", "published"])
    .where("tweets.placed_at", ">=", query.since)
    .orderBy("tweets.id")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.placed_at, username: row.username, state: row.state } : null;
}

type From = { userId: string; tweetId: number; from: readonly TweetRow["state"][] };

/** Null if its state is not in `from`. `soon`: only a tweet whose undo window has ended. */
export async function claimNow(
  db: Handle,
  target: From & { accountId: number; now: number; until: number; node: string; soon: boolean },
): Promise<TweetRow | null> {
  const row = await db
    .updateTable("tweets")
    .set((tweet) => ({
      state: "publishing" as const,
      publish_type: "immediate" as const,
      account_id: target.accountId,
      account_is_own: 1 as const,
      due_at: target.now,
      moment_reason: null,
      withdrawn: 0 as const,
      ...(target.soon ? {} : { undo_until: null }),
      undo_to: null,
      error: null,
      error_code: null,
      updated_at: target.now,
      lease_token: leaseToken(target.until),
      lease_until: target.until,
      lease_node: target.node,
      attempts: tweet("attempts", "+", 1),
    }))
    .where("id", "=", target.tweetId)
    .where("user_id", "=", target.userId)
    .where("state", "in", target.from)
    .where(target.soon ? isSoon : isNotSoon)
    .where("discarded_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Fenced: false if `token` is stale; then write nothing else. */
export async function conclude(db: Handle, id: number, token: string, change: Change<"tweets">): Promise<boolean> {
  const query = db.updateTable("tweets").set(change).where("id", "=", id).where("lease_token", "=", token);
  const { numUpdatedRows } = await query.where("state", "in", ["publishing", "unknown"]).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const unscheduleMarked = (db: Handle, ids: readonly number[], now: number): Promise<number[]> =>
  leaveTimeline(db, sql`${among(db, "id", ids)} and withdrawn = 1`, now);

export const dropUnlinked = (db: Handle, ids: readonly number[], now: number): Promise<number[]> =>
  leaveTimeline(
    db,
    sql`${among(db, "id", ids)} and exists (
      select 1 from accounts where accounts.id = tweets.account_id and accounts.unlinked_at is not null)`,
    now,
  );

export async function listPausedByPerson(
  db: Handle,
  ids: readonly number[],
): Promise<{ id: number; username: string }[]> {
  return db
    .selectFrom("tweets")
    .innerJoin("accounts", "accounts.id", "tweets.account_id")
    .select(["tweets.id", "accounts.username"])
    .where(among(db, "tweets.id", ids))
    .where("tweets.state", "=", "scheduled")
    .where("accounts.status", "=", "paused")
    .where("accounts.paused_by", "=", "person")
    .orderBy("tweets.id")
    .execute();
}

export async function unscheduleTweets(db: Handle, ids: readonly number[], now: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const off = await leaveTimeline(db, among(db, "id", ids), now);
  await db
    .updateTable("tweets")
    .set({ withdrawn: 1 })
    .where(among(db, "id", ids))
    .where("state", "in", ["publishing", "unknown"])
    .execute();
  return off;
}

/** Ordered by account first: by id alone SQLite would scan all tweets. */
export async function listPublishing(db: Handle): Promise<TweetRow[]> {
  const open = db.selectFrom("tweets").selectAll().where("state", "=", sql.lit("publishing"));
  return open.orderBy("account_id").orderBy("id").execute();
}

export async function findUnconfirmed(db: Handle, id: number): Promise<TweetRow | null> {
  const query = db.selectFrom("tweets").selectAll().where("id", "=", id).where("state", "=", "unknown");
  return (await query.where("error_code", "=", "needs_confirmation").executeTakeFirst()) ?? null;
}

export async function linkedPosts(db: Handle, accountId: number, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("tweets")
    .select("post_id")
    .where("account_id", "=", accountId)
    .where("post_id", "in", ids)
    .execute();
  return new Set(rows.flatMap((row) => row.post_id ?? []));
}

/** Changes the tweet if its state is in `from`; null otherwise. */
export async function move(db: Handle, target: From, change: Change<"tweets">): Promise<TweetRow | null> {
  const row = await db
    .updateTable("tweets")
    .set(change)
    .where("id", "=", target.tweetId)
    .where("user_id", "=", target.userId)
    .where("state", "in", target.from)
    .where(isNotSoon)
    .where("discarded_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export const offTheTimeline = (now: number) => ({
  state: "pending" as const,
  publish_type: null,
  due_at: null,
  moment_reason: null,
  undo_until: null,
  undo_to: null,
  updated_at: now,
});

export async function listPastDue(
  db: Handle,
  accountId: number,
  now: number,
): Promise<Pick<TweetRow, "id" | "due_at">[]> {
  return (
    db
      .selectFrom("tweets")
      .select(["id", "due_at"])
      .where("account_id", "=", accountId)
      .where("state", "=", sql.lit("scheduled"))
      .where("undo_until", "is", null)
      // A started thread continues on its own.
      .where(leads())
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .orderBy("id")
      .execute()
  );
}

export const releaseAccount = (db: Handle, accountId: number, now: number): Promise<number[]> =>
  leaveTimeline(db, sql`account_id = ${accountId}`, now);

async function leaveTimeline(db: Handle, condition: RawBuilder<boolean>, now: number): Promise<number[]> {
  const leaving = db
    .updateTable("tweets")
    .set({ ...offTheTimeline(now), withdrawn: 0 })
    .where(condition)
    .where("state", "=", "scheduled");
  return (await leaving.returning("id").execute()).map((row) => row.id);
}

export const nextScheduledAt = (db: Handle, after?: number): Promise<number | null> =>
  nextDueAt(db, "tweets", "scheduled", after);
export const nextUnknownAt = (db: Handle, after: number): Promise<number | null> =>
  nextAt(db, "tweets", "unknown", { column: "check_at", after });

export async function failScheduled(
  db: Handle,
  id: number,
  { code, error, now }: { code: string; error: string; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({ state: "failed", error_code: code, error, updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "scheduled")
    .where("undo_until", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}
