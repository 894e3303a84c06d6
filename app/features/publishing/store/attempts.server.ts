// SQL of attempts and of the tweet journal.
import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import { preparedRows } from "~db/rows.server";
import type { AttemptOutcome, Database, Row } from "~db/schema";
import type { JournalKind } from "~/features/publishing/rules/happened";
import { tellLines } from "./program-events.server";

type Handle = Kysely<Database>;
export type AttemptRow = Row<"attempts">;

export const textHashOf = (content: string): string => hash("sha256", content.normalize("NFC"));

interface NewAttempt {
  tweetId: number;
  token: string;
  textHash: string;
  priceMicros: number;
  startedAt: number;
  settleAt: number;
}

const insertAll = preparedRows(
  { tweetId: "int", token: "text", textHash: "text", priceMicros: "int", startedAt: "int", settleAt: "int" },
  (row, rows) => sql`
  insert into attempts (tweet_id, attempt_no, lease_token, text_hash, price_micros, started_at, settle_at, outcome)
  select ${row.tweetId}, (select coalesce(max(attempt_no), 0) + 1 from attempts where tweet_id = ${row.tweetId}),
    ${row.token}, ${row.textHash}, ${row.priceMicros}, ${row.startedAt}, ${row.settleAt}, 'sending'
  from ${rows}`,
);

/** Call it in the transaction of the claim, before anything is sent. */
export async function insertAttempts(db: Handle, attempts: readonly NewAttempt[]): Promise<void> {
  await insertAll(db, attempts);
}

/** For a send that may have happened but isn't recorded. Call it in a transaction. */
export async function insertUnknownAttempt(
  db: Handle,
  { code, resumeAt, ...attempt }: NewAttempt & { code: string; resumeAt: number | null },
): Promise<void> {
  await insertAttempts(db, [attempt]);
  await db
    .updateTable("attempts")
    .set({ outcome: "unknown", ended_at: attempt.startedAt, code, resume_at: resumeAt })
    .where("lease_token", "=", attempt.token)
    .execute();
}

export interface AttemptEnd {
  outcome: AttemptOutcome;
  code: string | null;
  detail: string | null;
  postId: string | null;
  now: number;
  settleAt?: number;
}

export async function endAttempt(db: Handle, token: string, end: AttemptEnd): Promise<void> {
  const { outcome, code, detail, postId, now, settleAt } = end;
  const changes = { outcome, code, detail, post_id: postId, ended_at: now, settle_at: settleAt };
  await db.updateTable("attempts").set(changes).where("lease_token", "=", token).execute();
}

export async function addCheck(db: Handle, token: string, kind: "checks" | "failed_checks"): Promise<void> {
  await db
    .updateTable("attempts")
    .set((row) => ({ [kind]: row(kind, "+", 1) }))
    .where("lease_token", "=", token)
    .execute();
}

export interface NewEvent {
  tweetId: number;
  at: number;
  kind: JournalKind;
  detail: string | null;
}

export const insertEvent = (db: Handle, event: NewEvent): Promise<void> => insertEvents(db, [event]);

const insertAllEvents = preparedRows(
  { tweetId: "int", at: "int", kind: "text", detail: "text" },
  (row, rows) => sql`
  insert into tweet_events (tweet_id, at, kind, detail)
  select ${row.tweetId}, ${row.at}, ${row.kind}, ${row.detail} from ${rows}`,
);

/** Also records program events, so call it once the change is written. */
export async function insertEvents(db: Handle, events: readonly NewEvent[]): Promise<void> {
  await insertAllEvents(db, events);
  await tellLines(db, events);
}

export async function findAttempt(db: Handle, token: string): Promise<AttemptRow | null> {
  return (await db.selectFrom("attempts").selectAll().where("lease_token", "=", token).executeTakeFirst()) ?? null;
}

export async function listKnown(db: Handle, tokens: readonly string[]): Promise<Set<string>> {
  if (tokens.length === 0) return new Set();
  const rows = await db
    .selectFrom("attempts")
    .select("lease_token")
    .where(among(db, "lease_token", tokens))
    .execute();
  return new Set(rows.map((row) => row.lease_token));
}

/** Whether the account's previous tweet got the same refusal. Edited ones don't count: their account may differ. */
export async function isRefusedAlike(
  db: Handle,
  { accountId, tweetId, detail }: { accountId: number; tweetId: number; detail: string },
): Promise<boolean> {
  const before = await db
    .selectFrom("attempts")
    .innerJoin("tweets", "tweets.id", "attempts.tweet_id")
    .select(["attempts.outcome", "attempts.detail", "attempts.ended_at", "tweets.updated_at"])
    .where("tweets.account_id", "=", accountId)
    .where("tweets.id", "!=", tweetId)
    .where("attempts.outcome", "in", ["published", "failed"])
    .orderBy("attempts.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (before?.outcome !== "failed" || before.detail !== detail) return false;
  return before.updated_at <= (before.ended_at ?? 0);
}

export async function listEvents(
  db: Handle,
  tweetId: number,
): Promise<{ at: number; kind: string; detail: string | null; keyName: string | null }[]> {
  return db
    .selectFrom("tweet_events")
    .leftJoin("named_keys", "named_keys.id", "tweet_events.key_id")
    .select(["tweet_events.at", "tweet_events.kind", "tweet_events.detail", "named_keys.name as keyName"])
    .where("tweet_events.tweet_id", "=", tweetId)
    .orderBy("tweet_events.id")
    .execute();
}

export async function deleteEndedBefore(db: Handle, moment: number, limit: number): Promise<number> {
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
