// SQL of the backlog after a restore: drafts that were due before it and are not on X.
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import { leads } from "~db/leads.server";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export const backlogCode = "backlog";

const backlogOf = (db: Handle, userId: string) =>
  db
    .selectFrom("tweets")
    .where("tweets.user_id", "=", userId)
    .where("tweets.state", "=", sql.lit("pending"))
    .where("tweets.error_code", "=", sql.lit(backlogCode))
    .where("tweets.discarded_at", "is", null)
    .where(leads());

const counts = prepared((db, { userId }: { userId: string }) =>
  backlogOf(db, userId)
    .select(({ fn }) => ["tweets.account_id as accountId", fn.countAll<number>().as("count")])
    .groupBy("tweets.account_id")
    .orderBy("tweets.account_id"),
);

/** Counts per account, unlinked ones included; accounts without a backlog have no row. */
export const countBacklog = (db: Handle, userId: string) => counts(db, { userId });

export const listBacklog = (db: Handle, userId: string, accountId: number) =>
  backlogOf(db, userId)
    .select(["id", "content"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Ends the question; the tweets stay drafts. Returns how many. */
export async function releaseBacklog(db: Handle, userId: string, ids: readonly number[]): Promise<number> {
  const done = await db
    .updateTable("tweets")
    .set({ error_code: null })
    .where("user_id", "=", userId)
    .where(among(db, "id", ids))
    .where("state", "=", "pending")
    .where("error_code", "=", backlogCode)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

interface Found {
  id: number;
  token: string;
  startedAt: number;
}

/** Sends of all users without a known end. Duplicates are excluded, because the usual check covers them. */
export async function listInFlight(db: Handle): Promise<Found[]> {
  return db
    .selectFrom("tweets")
    .innerJoin("attempts", "attempts.lease_token", "tweets.lease_token")
    .select(["tweets.id", "attempts.lease_token as token", "attempts.started_at as startedAt"])
    .where("tweets.state", "in", ["publishing", "unknown"])
    .where((row) => row.or([row("attempts.code", "is", null), row("attempts.code", "!=", "duplicate")]))
    .orderBy("tweets.id")
    .execute();
}

export async function markRestored(
  db: Handle,
  { id, token, startedAt }: Found,
  change: { checkAt: number; code: string; now: number },
): Promise<void> {
  await db
    .updateTable("attempts")
    .set({
      outcome: "unknown",
      code: change.code,
      ended_at: change.now,
      settle_at: change.checkAt,
      checks: 0,
      failed_checks: 0,
      resume_at: null,
    })
    .where("lease_token", "=", token)
    .execute();
  await db
    .updateTable("tweets")
    .set({
      state: "unknown",
      due_at: sql<number>`coalesce(due_at, ${startedAt})`,
      check_at: change.checkAt,
      error_code: change.code,
      error: null,
      updated_at: change.now,
      lease_until: null,
      lease_node: null,
    })
    .where("id", "=", id)
    .where("lease_token", "=", token)
    .execute();
}
