// SQL of deletion orders: which are due, which comes next, and their results.
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import { prepared } from "~db/prepared.server";
import type { Change, Database, Row } from "~db/schema";

type Handle = Kysely<Database>;
type Joined = Database & { d: Database["deletions"]; t: Database["tweets"] };

/** Reopens orders that were given up; others stay. Returns the ids of changed tweets. */
export async function orderDeletions(
  db: Handle,
  posts: readonly { tweetId: number; accountId: number }[],
  now: number,
): Promise<number[]> {
  if (posts.length === 0) return [];
  const rows = await db
    .insertInto("deletions")
    .values(
      posts.map(({ tweetId, accountId }) => ({
        tweet_id: tweetId,
        account_id: accountId,
        state: "open" as const,
        ordered_at: now,
        due_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column("tweet_id")
        .doUpdateSet({ state: "open", ordered_at: now, due_at: now, tries: 0 })
        .where("deletions.state", "=", "gave_up"),
    )
    .returning("tweet_id")
    .execute();
  return rows.map(({ tweet_id: id }) => id);
}

/** Later parts are deleted first, so that no reply loses its parent. */
const isLast = ({ not, exists, selectFrom }: ExpressionBuilder<Joined, "d" | "t">) =>
  not(
    exists(
      selectFrom("tweets as later")
        .innerJoin("deletions as of", "of.tweet_id", "later.id")
        .select("later.id")
        .whereRef("later.thread_id", "=", "t.thread_id")
        .whereRef("later.part_no", ">", "t.part_no")
        .where("of.state", "=", sql.lit("open")),
    ),
  );

const open = (db: Handle) =>
  db
    .selectFrom("deletions as d")
    .innerJoin("tweets as t", "t.id", "d.tweet_id")
    .where("d.state", "=", sql.lit("open"))
    .where(isLast);

const due = prepared((db, { now, limit }: { now: number; limit: number }) =>
  open(db)
    .select(["d.tweet_id as tweetId", "d.account_id as accountId"])
    .where("d.due_at", "<=", now)
    .orderBy("d.due_at")
    .limit(limit),
);

export interface WhichDeletion {
  tweetId: number;
  accountId: number;
}

export const listDueDeletions = (db: Handle, query: { now: number; limit: number }): Promise<WhichDeletion[]> =>
  due(db, query);

const next = prepared((db, { after }: { after: number }) =>
  open(db)
    .select((row) => row.fn.min("d.due_at").as("at"))
    .where("d.due_at", ">", after),
);

export const nextDueDeletion = async (db: Handle, after: number): Promise<number | null> =>
  (await next(db, { after }))[0]?.at ?? null;

export interface DueDeletion {
  orderedAt: number;
  tries: number;
  priceMicros: number;
  threadId: number | null;
  no: number;
  postId: string | null;
  account: Row<"accounts">;
  timeZone: string;
  disabledAt: number | null;
}

/** Null if it is no longer due. Call it with the account locked. */
export async function findDueDeletion(
  db: Handle,
  { tweetId, now }: { tweetId: number; now: number },
): Promise<DueDeletion | null> {
  const row = await open(db)
    .innerJoin("accounts as a", "a.id", "d.account_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .selectAll("a")
    .select(["d.ordered_at", "d.tries", "d.price_micros", "t.thread_id", "t.part_no", "t.post_id"])
    .select(["u.timezone", "u.disabled_at"])
    .where("d.tweet_id", "=", tweetId)
    .where("d.due_at", "<=", now)
    .executeTakeFirst();
  if (!row) return null;
  const { ordered_at, tries, price_micros, thread_id, part_no, post_id, timezone, disabled_at, ...account } = row;
  return {
    orderedAt: ordered_at,
    tries,
    priceMicros: price_micros,
    threadId: thread_id,
    no: part_no ?? 1,
    postId: post_id,
    account,
    timeZone: timezone,
    disabledAt: disabled_at,
  };
}

export async function changeDeletion(db: Handle, tweetId: number, change: Change<"deletions">): Promise<void> {
  await db.updateTable("deletions").set(change).where("tweet_id", "=", tweetId).execute();
}

export async function concludeDeletion(
  db: Handle,
  { tweetId, token }: { tweetId: number; token: string },
  change: Change<"deletions">,
): Promise<boolean> {
  const done = await db
    .updateTable("deletions")
    .set({ ...change, lease_token: null, lease_until: null, lease_node: null })
    .where("tweet_id", "=", tweetId)
    .where("lease_token", "=", token)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Earlier parts are given up too, or this part would lose its parent. Returns the ids. */
export async function giveUpBefore(db: Handle, threadId: number, no: number): Promise<number[]> {
  const before = await db
    .selectFrom("tweets")
    .innerJoin("deletions", "deletions.tweet_id", "tweets.id")
    .select("tweets.id")
    .where("tweets.thread_id", "=", threadId)
    .where("tweets.part_no", "<", no)
    .where("deletions.state", "=", "open")
    .execute();
  const ids = before.map(({ id }) => id);
  await endDeletions(db, ids);
  return ids;
}

export async function endDeletions(db: Handle, tweetIds: readonly number[]): Promise<void> {
  if (tweetIds.length === 0) return;
  await db
    .updateTable("deletions")
    .set({ state: "gave_up", lease_token: null, lease_until: null, lease_node: null })
    .where(among(db, "tweet_id", tweetIds, "int"))
    .execute();
}

export async function isAllDeleted(db: Handle, threadId: number): Promise<boolean> {
  const left = await db
    .selectFrom("tweets")
    .select("id")
    .where("thread_id", "=", threadId)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return left === undefined;
}

export async function setTrouble(
  db: Handle,
  tweetIds: readonly number[],
  { sentence, now }: { sentence: string | null; now: number },
): Promise<void> {
  if (tweetIds.length === 0) return;
  await db
    .updateTable("tweets")
    .set({ error: sentence, error_code: sentence === null ? null : "not_deleted", updated_at: now })
    .where(among(db, "id", tweetIds, "int"))
    .where("published_at", "is not", null)
    .execute();
}
