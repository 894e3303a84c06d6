// SQL of attempts and events: what was tried with a tweet, what it cost, and the journal of it.
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { eachOf, field } from "~db/batch.server";
import { prepared } from "~db/prepared.server";
import type { AttemptOutcome, Database, Row } from "~db/schema";

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

/** The record that sends are about to begin; committed with the claim, before the first byte leaves. */
export const openAttempts = (db: Handle, attempts: readonly (NewAttempt & { now: number })[]): Promise<void> =>
  insertAttempts(
    db,
    attempts.map((attempt) => ({ ...attempt, startedAt: attempt.now, outcome: "sending" })),
  );

/** A send that may have happened, by a server whose database is gone. */
export const insertDoubt = (
  db: Handle,
  attempt: NewAttempt & { code: string; takenAt: number; resumeAt: number | null },
): Promise<void> =>
  insertAttempts(db, [{ ...attempt, startedAt: attempt.takenAt, endedAt: attempt.takenAt, outcome: "unknown" }]);

type Inserted = NewAttempt & {
  outcome: AttemptOutcome;
  startedAt: number;
  endedAt?: number;
  code?: string;
  resumeAt?: number | null;
};

async function insertAttempts(db: Handle, attempts: readonly Inserted[]): Promise<void> {
  const rows = attempts.map(({ content, ...attempt }) => ({ ...attempt, textHash: hashOf(content) }));
  await sql`
    insert into attempts (tweet_id, account_id, attempt_no, lease_token, text_hash, price_micros, started_at, settle_at,
      outcome, ended_at, code, resume_at)
    select ${field("tweetId")}, ${field("accountId")},
      (select coalesce(max(attempt_no), 0) + 1 from attempts where tweet_id = ${field("tweetId")}),
      ${field("token")}, ${field("textHash")}, ${field("priceMicros")}, ${field("startedAt")}, ${field("settleAt")},
      ${field("outcome")}, ${field("endedAt")}, ${field("code")}, ${field("resumeAt")}
    from ${eachOf(rows)}`.execute(db);
}

export interface AttemptEnd {
  outcome: AttemptOutcome;
  code: string | null;
  detail: string | null;
  postId: string | null;
  now: number;
  settleAt?: number;
}

export const endAttempt = (db: Handle, token: string, end: AttemptEnd): Promise<void> =>
  endAttempts(db, [{ token, ...end }]);

export async function endAttempts(db: Handle, ends: readonly (AttemptEnd & { token: string })[]): Promise<void> {
  await sql`
    update attempts set outcome = ${field("outcome")}, code = ${field("code")}, detail = ${field("detail")},
      post_id = ${field("postId")}, ended_at = ${field("now")}, settle_at = coalesce(${field("settleAt")}, settle_at)
    from ${eachOf(ends)} where attempts.lease_token = ${field("token")}`.execute(db);
}

/** Counts a look at the account's posts: one that found nothing, or one that could not see. */
export async function addLook(db: Handle, token: string, kind: "looks" | "blind_looks"): Promise<void> {
  await db
    .updateTable("attempts")
    .set((row) => ({ [kind]: row(kind, "+", 1) }))
    .where("lease_token", "=", token)
    .execute();
}

export interface NewEvent {
  tweetId: number;
  at: number;
  kind: string;
  detail: string | null;
}

export const insertEvent = (db: Handle, event: NewEvent): Promise<void> => insertEvents(db, [event]);

/** In the order of the journal. */
export async function insertEvents(db: Handle, events: readonly NewEvent[]): Promise<void> {
  await sql`
    insert into tweet_events (tweet_id, at, kind, detail)
    select ${field("tweetId")}, ${field("at")}, ${field("kind")}, ${field("detail")} from ${eachOf(events)}`.execute(
    db,
  );
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

const postsOf = prepared((db, { accountId, since }: { accountId: number; since: number }) =>
  db
    .selectFrom("attempts")
    .select((attempt) => attempt.fn.countAll<number>().as("n"))
    .where("account_id", "=", accountId)
    .where("started_at", ">=", since)
    .where("outcome", "in", counted),
);

/** What an account has posted, or may have, since a moment. */
export async function countPosts(db: Handle, accountId: number, since: number): Promise<number> {
  const [row] = await postsOf(db, { accountId, since });
  return row?.n ?? 0;
}

const spent = prepared((db, { since }: { since: number }) =>
  db
    .selectFrom("attempts")
    .select((attempt) => attempt.fn.sum<number | null>("price_micros").as("sum"))
    .where("started_at", ">=", since)
    .where("outcome", "in", counted),
);

/** What the whole server has spent, or may have, since a moment; millionths of a US dollar. */
export async function sumSpent(db: Handle, since: number): Promise<number> {
  const [row] = await spent(db, { since });
  return row?.sum ?? 0;
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
