// SQL of publishing: the tweet's columns from `state` on, its attempts, its events.
import { type Kysely, sql } from "kysely";
import { claim, nextDueAt } from "~db/lease.server";
import type { AttemptOutcome, Change, Database, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type TweetRow = Row<"tweets">;
export type AttemptRow = Row<"attempts">;

/**
 * Claims what is due: of each account that may post its earliest tweet, and none where the account's last scheduled
 * post is less than `gapMs` ago or one is still on its way.
 */
export const claimDue = (db: Handle, by: { now: number; until: number; gapMs: number; limit: number }) =>
  claim(db, "tweets", {
    held: "publishing",
    until: by.until,
    pick: sql`
      select id from (
        select t.id, t.due_at, row_number() over (partition by t.account_id order by t.due_at, t.id) as place
        from tweets t indexed by tweets_due
        join accounts a on a.id = t.account_id
        where t.state = 'scheduled' and t.due_at <= ${by.now}
          and a.status = 'active' and a.unlinked_at is null
          and (a.wait_until is null or a.wait_until <= ${by.now})
          and (a.scheduled_send_at is null or a.scheduled_send_at <= ${by.now - by.gapMs})
          and not exists (select 1 from tweets p
            where p.account_id = t.account_id and p.state = 'publishing' and p.publish_type = 'scheduled')
      ) where place = 1 order by due_at, id limit ${by.limit}`,
  });

/** Claims one tweet for Post Now, moving it to `accountId`; null where it is no longer pending or failed. */
export async function claimNow(
  db: Handle,
  by: { userId: string; tweetId: number; accountId: number; now: number; until: number },
): Promise<TweetRow | null> {
  const row = await db
    .updateTable("tweets")
    .set((tweet) => ({
      state: "publishing" as const,
      publish_type: "immediate" as const,
      account_id: by.accountId,
      due_at: by.now,
      moment_reason: null,
      error: null,
      error_code: null,
      updated_at: by.now,
      lease_token: sql<string>`lower(hex(randomblob(16)))`,
      lease_until: by.until,
      attempts: tweet("attempts", "+", 1),
    }))
    .where("id", "=", by.tweetId)
    .where("user_id", "=", by.userId)
    .where("state", "in", ["pending", "failed"])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The record that a send is about to begin; committed with the claim, before the first byte leaves. */
export async function openAttempt(
  db: Handle,
  attempt: { tweetId: number; accountId: number; token: string; textHash: string; now: number; settleAt: number },
): Promise<number> {
  const { attempt_no } = await db
    .insertInto("attempts")
    .values((row) => ({
      tweet_id: attempt.tweetId,
      account_id: attempt.accountId,
      attempt_no: row
        .selectFrom("attempts")
        .select((earlier) => sql<number>`coalesce(${earlier.fn.max("attempt_no")}, 0) + 1`.as("n"))
        .where("tweet_id", "=", attempt.tweetId),
      lease_token: attempt.token,
      text_hash: attempt.textHash,
      started_at: attempt.now,
      settle_at: attempt.settleAt,
      outcome: "sending" as const,
    }))
    .returning("attempt_no")
    .executeTakeFirstOrThrow();
  return attempt_no;
}

/** The fence: changes the tweet only while `token` still holds it. False: somebody else has decided; write nothing. */
export async function conclude(db: Handle, id: number, token: string, change: Change<"tweets">): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set(change)
    .where("id", "=", id)
    .where("lease_token", "=", token)
    .where("state", "in", ["publishing", "unknown"])
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function endAttempt(
  db: Handle,
  token: string,
  end: {
    outcome: AttemptOutcome;
    code: string | null;
    detail: string | null;
    postId: string | null;
    now: number;
    settleAt?: number;
  },
): Promise<void> {
  await db
    .updateTable("attempts")
    .set({
      outcome: end.outcome,
      code: end.code,
      detail: end.detail,
      post_id: end.postId,
      ended_at: end.now,
      ...(end.settleAt === undefined ? {} : { settle_at: end.settleAt }),
    })
    .where("lease_token", "=", token)
    .execute();
}

export async function addLook(db: Handle, token: string): Promise<void> {
  await db
    .updateTable("attempts")
    .set((row) => ({ looks: row("looks", "+", 1) }))
    .where("lease_token", "=", token)
    .execute();
}

export async function insertEvent(
  db: Handle,
  event: { tweetId: number; at: number; kind: string; detail: string | null },
): Promise<void> {
  await db
    .insertInto("tweet_events")
    .values({ tweet_id: event.tweetId, at: event.at, kind: event.kind, detail: event.detail })
    .execute();
}

/** Sends that an earlier run of the server left open. */
export async function listHeld(db: Handle): Promise<TweetRow[]> {
  return db.selectFrom("tweets").selectAll().where("state", "=", sql.lit("publishing")).execute();
}

/** Lost answers whose settle time has come. */
export async function listUnknownDue(db: Handle, now: number, limit: number): Promise<TweetRow[]> {
  return db
    .selectFrom("tweets")
    .selectAll()
    .where("state", "=", sql.lit("unknown"))
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(limit)
    .execute();
}

export async function findAttempt(db: Handle, token: string): Promise<AttemptRow | null> {
  return (await db.selectFrom("attempts").selectAll().where("lease_token", "=", token).executeTakeFirst()) ?? null;
}

/** The network's ids that this account's tweets are linked to already, out of `ids`. */
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

/** Moves one of the person's tweets from one of `from` to where `change` says; null where it is in none of them. */
export async function move(
  db: Handle,
  by: { userId: string; tweetId: number; from: Row<"tweets">["state"][] },
  change: Change<"tweets">,
): Promise<TweetRow | null> {
  const row = await db
    .updateTable("tweets")
    .set(change)
    .where("id", "=", by.tweetId)
    .where("user_id", "=", by.userId)
    .where("state", "in", by.from)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Takes everything that waits of an account off the timeline; answers the ids. */
export async function releaseAccount(db: Handle, accountId: number, now: number): Promise<number[]> {
  const rows = await db
    .updateTable("tweets")
    .set({ state: "pending", publish_type: null, due_at: null, moment_reason: null, updated_at: now })
    .where("account_id", "=", accountId)
    .where("state", "=", "scheduled")
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export const nextScheduledAt = (db: Handle): Promise<number | null> => nextDueAt(db, "tweets", "scheduled");
export const nextUnknownAt = (db: Handle): Promise<number | null> => nextDueAt(db, "tweets", "unknown");

export async function nextOfUser(db: Handle, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom("tweets")
    .select((tweet) => tweet.fn.min("due_at").as("due"))
    .where("user_id", "=", userId)
    .where("state", "=", sql.lit("scheduled"))
    .executeTakeFirst();
  return row?.due ?? null;
}
