// SQL of waiting tweets: each user's next one, and those whose time Linnet picked.
import { type Kysely, sql } from "kysely";
import { leads } from "~db/leads.server";
import { prepared } from "~db/prepared.server";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;

const nextOf = prepared(
  (_, { userId }: { userId: string }) => sql<{ due_at: number | null }>`
  select min((select min(due_at) from tweets where account_id = accounts.id and state = 'scheduled' and undo_until is null and ${leads()})) as due_at
  from accounts where user_id = ${userId} and status = 'active'`,
);

const nextAtMoment = prepared((db, { userId, at }: { userId: string; at: number }) =>
  db
    .selectFrom("accounts")
    .innerJoin("tweets", "tweets.account_id", "accounts.id")
    .select(["tweets.id", "tweets.content"])
    .where("accounts.user_id", "=", userId)
    .where("accounts.status", "=", "active")
    .where("tweets.state", "=", sql.lit("scheduled"))
    .where("tweets.undo_until", "is", null)
    .where("tweets.due_at", "=", at)
    .where(leads())
    .orderBy("tweets.id")
    .limit(1),
);

export async function nextOfUser(db: Handle, userId: string): Promise<WaitingTweet | null> {
  const at = (await nextOf(db, { userId }))[0]?.due_at ?? null;
  const row = at === null ? undefined : (await nextAtMoment(db, { userId, at }))[0];
  return at !== null && row ? { ...row, at } : null;
}

const drawnOf = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom("accounts")
    .innerJoin("tweets", "tweets.account_id", "accounts.id")
    .select(["tweets.id", "tweets.content", "tweets.due_at as at"])
    .select(["accounts.id as accountId", "accounts.own_hours", "accounts.leaning"])
    .where("accounts.user_id", "=", userId)
    .where("tweets.state", "=", sql.lit("scheduled"))
    .where("tweets.undo_until", "is", null)
    // Always true; the range makes the database use the index of waiting tweets.
    .where("tweets.due_at", ">", 0)
    .where("tweets.moment_reason", "is not", null)
    .orderBy("tweets.due_at")
    .orderBy("tweets.id")
    .$narrowType<{ at: number }>(),
);

export const listDrawn = (db: Handle, userId: string): Promise<DrawnTweet[]> => drawnOf(db, { userId });

const scheduledOf = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom("accounts")
    .innerJoin("tweets", "tweets.account_id", "accounts.id")
    .select("tweets.id")
    .where("accounts.user_id", "=", userId)
    .where("tweets.state", "=", sql.lit("scheduled"))
    .where("tweets.undo_until", "is", null)
    .where("tweets.due_at", ">", 0)
    .limit(1),
);

export const hasScheduled = async (db: Handle, userId: string): Promise<boolean> =>
  (await scheduledOf(db, { userId })).length > 0;

export interface WaitingTweet {
  id: number;
  at: number;
  content: string;
}

export interface DrawnTweet extends WaitingTweet, Pick<Row<"accounts">, "own_hours" | "leaning"> {
  accountId: number;
}

export async function listWaitingOf(db: Handle, accountId: number): Promise<(WaitingTweet & { drawn: boolean })[]> {
  const rows = await db
    .selectFrom("tweets")
    .select(["id", "content", "due_at", "moment_reason"])
    .where("account_id", "=", accountId)
    .where("state", "=", sql.lit("scheduled"))
    .where("undo_until", "is", null)
    .where("due_at", ">", 0)
    .where(leads())
    .orderBy("due_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, content, due_at, moment_reason }) => ({
    id,
    content,
    at: due_at ?? 0,
    drawn: moment_reason !== null,
  }));
}

/** Null if no gate applies, as for a later part of a thread. */
export async function findLeading(db: Handle, id: number): Promise<Row<"tweets"> | null> {
  const row = await db
    .selectFrom("tweets")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "scheduled")
    .where("publish_type", "=", "scheduled")
    .where(leads())
    .executeTakeFirst();
  return row ?? null;
}

export async function isComing(db: Handle, { tweetId, accountId }: { tweetId: number; accountId: number }) {
  const row = await db
    .selectFrom("tweets")
    .leftJoin("threads", "threads.id", "tweets.thread_id")
    .select("tweets.id")
    .where("tweets.id", "=", tweetId)
    .where("tweets.account_id", "=", accountId)
    .where((tweet) =>
      tweet.or([
        tweet("tweets.state", "=", "scheduled"),
        tweet.and([tweet("tweets.state", "=", "pending"), tweet("threads.state", "=", "going")]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
