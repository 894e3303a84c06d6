// SQL of tweets in the undo window of Post Now.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Change, Database, Row } from "~db/schema";

type Handle = Kysely<Database>;

/** Stored as scheduled, but shown on no timeline. */
export const isSoon: RawBuilder<boolean> = sql<boolean>`(state = 'scheduled' and undo_until is not null)`;
export const isNotSoon: RawBuilder<boolean> = sql<boolean>`not (state = 'scheduled' and undo_until is not null)`;

interface Which {
  userId: string;
  tweetId: number;
}

/** Also lists windows ending after `ahead`, left by a clock set back. */
const dueOf = prepared((db, { now, ahead, limit }: { now: number; ahead: number; limit: number }) =>
  db
    .selectFrom("tweets")
    .select(["user_id as userId", "id as tweetId"])
    .where("state", "=", sql.lit("scheduled"))
    .where("undo_until", "is not", null)
    .where((tweet) => tweet.or([tweet("undo_until", "<=", now), tweet("undo_until", ">", ahead)]))
    .orderBy("undo_until")
    .orderBy("id")
    .limit(limit),
);

export const listSoonDue = (db: Handle, query: { now: number; ahead: number; limit: number }): Promise<Which[]> =>
  dueOf(db, query);

export async function findSoon(db: Handle, { userId, tweetId }: Which): Promise<Row<"tweets"> | null> {
  const query = db.selectFrom("tweets").selectAll().where("id", "=", tweetId).where("user_id", "=", userId);
  return (await query.where(isSoon).executeTakeFirst()) ?? null;
}

export async function endSoon(db: Handle, { userId, tweetId }: Which, change: Change<"tweets">): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set(change)
    .where("id", "=", tweetId)
    .where("user_id", "=", userId)
    .where(isSoon)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}
