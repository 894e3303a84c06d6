// SQL of attempts and events: what was tried with a tweet, what it cost, and the journal of it.
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { AttemptOutcome, Database, NewRow, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type AttemptRow = Row<"attempts">;

const hashOf = (content: string): string => createHash("sha256").update(content.normalize("NFC")).digest("hex");

interface NewAttempt {
  tweetId: number;
  accountId: number;
  token: string;
  content: string;
  priceMicros: number;
  settleAt: number;
}

/** The record that a send is about to begin; committed with the claim, before the first byte leaves. */
export const openAttempt = (db: Handle, attempt: NewAttempt & { now: number }): Promise<number> =>
  insertAttempt(db, attempt, { started_at: attempt.now, outcome: "sending" });

/** A send that may have happened, by a server whose database is gone. */
export const insertDoubt = (
  db: Handle,
  attempt: NewAttempt & { code: string; takenAt: number; resumeAt: number | null },
): Promise<number> =>
  insertAttempt(db, attempt, {
    started_at: attempt.takenAt,
    ended_at: attempt.takenAt,
    outcome: "unknown",
    code: attempt.code,
    resume_at: attempt.resumeAt,
  });

async function insertAttempt(
  db: Handle,
  attempt: NewAttempt,
  how: Pick<NewRow<"attempts">, "started_at" | "outcome" | "ended_at" | "code" | "resume_at">,
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
      text_hash: hashOf(attempt.content),
      price_micros: attempt.priceMicros,
      settle_at: attempt.settleAt,
      started_at: how.started_at,
      outcome: how.outcome,
      ended_at: how.ended_at ?? null,
      code: how.code ?? null,
      resume_at: how.resume_at ?? null,
    }))
    .returning("attempt_no")
    .executeTakeFirstOrThrow();
  return attempt_no;
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

/** Counts a look at the account's posts: one that found nothing, or one that could not see. */
export async function addLook(db: Handle, token: string, kind: "looks" | "blind_looks"): Promise<void> {
  await db
    .updateTable("attempts")
    .set((row) => ({ [kind]: row(kind, "+", 1) }))
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

export async function findAttempt(db: Handle, token: string): Promise<AttemptRow | null> {
  return (await db.selectFrom("attempts").selectAll().where("lease_token", "=", token).executeTakeFirst()) ?? null;
}

/** The journal of a tweet, oldest first. */
export async function listEvents(
  db: Handle,
  tweetId: number,
): Promise<{ at: number; kind: string; detail: string | null }[]> {
  return db
    .selectFrom("tweet_events")
    .select(["at", "kind", "detail"])
    .where("tweet_id", "=", tweetId)
    .orderBy("id")
    .execute();
}

const counted = ["sending", "published", "unknown"] as const;

/** What an account has posted, or may have, since a moment. */
export async function countPosts(db: Handle, accountId: number, since: number): Promise<number> {
  const row = await db
    .selectFrom("attempts")
    .select((attempt) => attempt.fn.countAll<number>().as("n"))
    .where("account_id", "=", accountId)
    .where("started_at", ">=", since)
    .where("outcome", "in", counted)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** What the whole server has spent, or may have, since a moment; millionths of a US dollar. */
export async function sumSpent(db: Handle, since: number): Promise<number> {
  const row = await db
    .selectFrom("attempts")
    .select((attempt) => attempt.fn.sum<number | null>("price_micros").as("sum"))
    .where("started_at", ">=", since)
    .where("outcome", "in", counted)
    .executeTakeFirstOrThrow();
  return row.sum ?? 0;
}

/** Forgets the attempts of tweets that were settled before a moment, up to `limit` of them; answers how many. */
export async function deleteSettledBefore(db: Handle, moment: number, limit: number): Promise<number> {
  const done = await db
    .deleteFrom("attempts")
    .where("id", "in", (attempts) =>
      attempts
        .selectFrom("attempts as old")
        .innerJoin("tweets", "tweets.id", "old.tweet_id")
        .select("old.id")
        .where("old.started_at", "<=", moment)
        .where("tweets.updated_at", "<=", moment)
        .where("tweets.state", "in", ["pending", "published", "failed"])
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}
