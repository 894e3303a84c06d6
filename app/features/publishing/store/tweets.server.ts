// SQL of publishing: the tweet's columns from `state` on.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { among } from "~db/database.server";
import { groupBy } from "~db/group-by.server";
import { leads } from "~db/leads.server";
import { leaseToken, nextAt, nextDueAt } from "~db/lease.server";
import type { ColumnType } from "~db/dialect.server";
import { preparedRows } from "~db/rows.server";
import type { Change, Database, Row } from "~db/schema";
import { isNotSoon, isSoon } from "./soon.server";

type Handle = Kysely<Database>;
export type TweetRow = Row<"tweets">;

/**
 * Gives a scheduled tweet another moment; `reason` null: the person chose it, quiet hours or not. False where it is no
 * longer scheduled, or where `dueBy` is before its moment.
 */
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

/** An earlier tweet of the person's, on its way or out since `since`, that says the same. */
export async function findDuplicate(
  db: Handle,
  by: { userId: string; tweetId: number; threadId: number | null; fingerprint: string; since: number },
): Promise<{ at: number; username: string | null; state: TweetRow["state"] } | null> {
  const row = await db
    .selectFrom("tweets")
    .leftJoin("accounts", "accounts.id", "tweets.account_id")
    .select(["tweets.placed_at", "tweets.state", "accounts.username"])
    .where("tweets.user_id", "=", by.userId)
    .where("tweets.fingerprint", "=", by.fingerprint)
    .where("tweets.id", "!=", by.tweetId)
    // Parts of one thread are held against each other where it is written.
    .where(sql<boolean>`coalesce(tweets.thread_id, 0) <> ${by.threadId ?? -1}`)
    .where("tweets.state", "in", ["scheduled", "publishing", "unknown", "published"])
    .where("tweets.placed_at", ">=", by.since)
    .orderBy("tweets.id")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.placed_at, username: row.username, state: row.state } : null;
}

type From = { userId: string; tweetId: number; from: readonly TweetRow["state"][] };

/** Claims one tweet for Post Now, moving it to `accountId`; null where it is in none of the states `from`. `soon`: one whose five seconds are over, and none but such. */
export async function claimNow(
  db: Handle,
  by: From & { accountId: number; now: number; until: number; node: string; soon: boolean },
): Promise<TweetRow | null> {
  const row = await db
    .updateTable("tweets")
    .set((tweet) => ({
      state: "publishing" as const,
      publish_type: "immediate" as const,
      account_id: by.accountId,
      account_is_own: 1 as const,
      due_at: by.now,
      moment_reason: null,
      withdrawn: 0 as const,
      ...(by.soon ? {} : { undo_until: null }),
      undo_to: null,
      error: null,
      error_code: null,
      updated_at: by.now,
      lease_token: leaseToken(by.until),
      lease_until: by.until,
      lease_node: by.node,
      attempts: tweet("attempts", "+", 1),
    }))
    .where("id", "=", by.tweetId)
    .where("user_id", "=", by.userId)
    .where("state", "in", by.from)
    .where(by.soon ? isSoon : isNotSoon)
    .where("discarded_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The fence: changes the tweet only while `token` is still its own. False: somebody else has decided; write nothing. */
export const conclude = async (db: Handle, id: number, token: string, change: Change<"tweets">): Promise<boolean> =>
  (await concludeAll(db, [{ id, token, change }])).has(id);

/** The same for many. No id may come twice or be changed. Returns those whose token was still good. */
export async function concludeAll(db: Handle, changes: readonly ClaimedChange[]): Promise<Set<number>> {
  const concluded = new Set<number>();
  for (const [kind, alike] of groupBy(changes, kindOf)) {
    const write = writes.get(kind) ?? writeOf(kind, alike[0]?.change ?? {});
    const items = alike.map(({ id, token, change }) => ({ id, token, ...change }));
    for (const row of await write(db, items)) concluded.add(row.id);
  }
  return concluded;
}

interface ClaimedChange {
  id: number;
  token: string;
  change: Change<"tweets">;
}

/**
 * By kind: "the columns that are set|those that are emptied", which all rows of a statement have in common. There are as
 * many as kinds of conclusions.
 */
const writes = new Map<string, ReturnType<typeof writeOf>>();

/** `example` has what all changes of this kind have: a number or a text in each column that is set. */
function writeOf(kind: string, example: Change<"tweets">) {
  const [set = [], emptied = []] = kind.split("|").map((names) => names.split(" ").filter(Boolean));
  const typeOf = (column: string) => (typeof example[column as keyof typeof example] === "number" ? "int" : "text");
  const types: Record<string, ColumnType> = { id: "int", token: "text" };
  for (const column of set) types[column] = typeOf(column);
  const write = preparedRows(types, (row, rows) => {
    const changes = set.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
    const emptying = emptied.map((column) => sql`${sql.ref(column)} = null`);
    return sql<{ id: number }>`
      update tweets set ${sql.join([...changes, ...emptying])} from ${rows}
      where tweets.id = ${row.id}
        and tweets.lease_token = ${row.token} and tweets.state in ('publishing', 'unknown')
      returning id`;
  });
  writes.set(kind, write);
  return write;
}

/** What is undefined is left as it is. */
function kindOf({ change }: ClaimedChange): string {
  let set = "";
  let emptied = "";
  for (const column of Object.keys(change) as (keyof typeof change)[]) {
    if (change[column] === null) emptied += `${column} `;
    else if (change[column] !== undefined) set += `${column} `;
  }
  return `${set}|${emptied}`;
}

/** Takes off the timeline what was taken back while it was being sent; returns the ids. */
export const dropWithdrawn = (db: Handle, ids: readonly number[], now: number): Promise<number[]> =>
  leaveTimeline(db, sql`${among(db, "id", ids)} and withdrawn = 1`, now);

/** Takes off the timeline what has an account that is not linked any more; returns the ids. */
export const dropUnlinked = (db: Handle, ids: readonly number[], now: number): Promise<number[]> =>
  leaveTimeline(
    db,
    sql`${among(db, "id", ids)} and exists (
      select 1 from accounts where accounts.id = tweets.account_id and accounts.unlinked_at is not null)`,
    now,
  );

/** Those on the timeline whose account the person has paused, with its name. */
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

/** Takes those of `ids` off the timeline that are on it and marks those that are being sent; returns the former. */
export async function withdraw(db: Handle, ids: readonly number[], now: number): Promise<number[]> {
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

/** Sends that have not ended. By the id alone SQLite would go through all tweets for that order. */
export async function listPublishing(db: Handle): Promise<TweetRow[]> {
  const open = db.selectFrom("tweets").selectAll().where("state", "=", sql.lit("publishing"));
  return open.orderBy("account_id").orderBy("id").execute();
}

/** An unknown tweet that waits for a person's word, or null. */
export async function findUnconfirmed(db: Handle, id: number): Promise<TweetRow | null> {
  const query = db.selectFrom("tweets").selectAll().where("id", "=", id).where("state", "=", "unknown");
  return (await query.where("error_code", "=", "needs_confirmation").executeTakeFirst()) ?? null;
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
export async function move(db: Handle, by: From, change: Change<"tweets">): Promise<TweetRow | null> {
  const row = await db
    .updateTable("tweets")
    .set(change)
    .where("id", "=", by.tweetId)
    .where("user_id", "=", by.userId)
    .where("state", "in", by.from)
    .where(isNotSoon)
    .where("discarded_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** What a tweet that comes off the timeline is again. */
export const offTheTimeline = (now: number) => ({
  state: "pending" as const,
  publish_type: null,
  due_at: null,
  moment_reason: null,
  undo_until: null,
  undo_to: null,
  updated_at: now,
});

/** What of an account should have gone out by now, the earliest first. */
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
      // A thread that has begun goes on where it stood.
      .where(leads())
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .orderBy("id")
      .execute()
  );
}

/** Takes everything that waits of an account off the timeline; returns the ids. */
export const releaseAccount = (db: Handle, accountId: number, now: number): Promise<number[]> =>
  leaveTimeline(db, sql`account_id = ${accountId}`, now);

/** Takes off the timeline what `which` says; returns the ids. */
async function leaveTimeline(db: Handle, which: RawBuilder<boolean>, now: number): Promise<number[]> {
  const leaving = db
    .updateTable("tweets")
    .set({ ...offTheTimeline(now), withdrawn: 0 })
    .where(which)
    .where("state", "=", "scheduled");
  return (await leaving.returning("id").execute()).map((row) => row.id);
}

export const nextScheduledAt = (db: Handle, after?: number): Promise<number | null> =>
  nextDueAt(db, "tweets", "scheduled", after);
export const nextUnknownAt = (db: Handle, after: number): Promise<number | null> =>
  nextAt(db, "tweets", "unknown", { column: "check_at", after });

/** A scheduled tweet that can't go out has failed; false where it is not scheduled any more. */
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
