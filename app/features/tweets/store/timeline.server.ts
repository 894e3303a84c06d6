// SQL of the timeline as a list: upcoming tweets soonest first, past ones latest first.
import { type Expression, type ExpressionBuilder, type Kysely, sql, type SqlBool } from "kysely";
import { prepared } from "~db/prepared.server";
import { among } from "~db/database.server";
import { leads } from "~db/leads.server";
import { inTurns } from "~db/ranges.server";
import type { Database, TweetState } from "~db/schema";
import { shownState } from "./shown.server";
import { type PlacedTweet, select, toTweet, type Tweet } from "./tweets.server";

type Handle = Kysely<Database>;

export interface ListedTweet extends PlacedTweet {
  accountId: number;
  /** How Linnet chose the time, as a sentence; null if the user chose it. */
  reason: string | null;
}

export interface TimelinePlace {
  at: number;
  id: number;
}

const listed = (db: Handle) =>
  db
    .selectFrom("tweets")
    .where(leads())
    .select([
      "id",
      shownState.as("state"),
      "content",
      "placed_at as at",
      "account_id as accountId",
      "moment_reason as reason",
    ]);

function comingOf(at: Expression<number | null>, condition: (tweet: Of) => Expression<SqlBool>) {
  return prepared((db, after: { accountId: number; limit: number } & TimelinePlace) =>
    listed(db)
      .where("account_id", "=", after.accountId)
      .where(condition)
      .where(at, ">=", after.at)
      .where((tweet) => tweet.or([tweet(at, ">", after.at), tweet("id", ">", after.id)]))
      .orderBy(at)
      .orderBy("id")
      .limit(after.limit)
      .$narrowType<{ accountId: number }>(),
  );
}
type Of = ExpressionBuilder<Database, "tweets">;
const inState = (tweet: Of, state: TweetState) => tweet("state", "=", sql.lit(state));
const dueAt = sql.ref<number | null>("due_at");
/** "+ 0" disables the account's index by `placed_at`, which would visit all of its tweets. */
const placedAt = sql<number>`placed_at + 0`;

const comingPages = [
  comingOf(dueAt, (tweet) => tweet.and([inState(tweet, "scheduled"), tweet("undo_until", "is", null)])),
  comingOf(placedAt, (tweet) => tweet.and([inState(tweet, "scheduled"), tweet("undo_until", "is not", null)])),
  comingOf(placedAt, (tweet) => inState(tweet, "publishing")),
  comingOf(placedAt, (tweet) => inState(tweet, "unknown")),
];

const overOf = prepared((db, query: { accountId: number; limit: number } & TimelinePlace) =>
  listed(db)
    .where("account_id", "=", query.accountId)
    .where("state", "in", ["published", "failed"])
    .where("discarded_at", "is", null)
    .where("placed_at", "<=", query.at)
    .where((tweet) => tweet.or([tweet("placed_at", "<", query.at), tweet("id", "<", query.id)]))
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit)
    .$narrowType<{ accountId: number }>(),
);

export async function listComing(
  db: Handle,
  accountId: number,
  { after, limit }: { after: TimelinePlace | null; limit: number },
): Promise<ListedTweet[]> {
  const page = { accountId, limit, ...(after ?? { at: 0, id: 0 }) };
  const found = await Promise.all(comingPages.map((read) => read(db, page)));
  return found
    .flat()
    .sort((a, b) => a.at - b.at || a.id - b.id)
    .slice(0, limit);
}

export function listOver(
  db: Handle,
  accountId: number,
  { before, limit }: { before: TimelinePlace | null; limit: number },
): Promise<ListedTweet[]> {
  const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  return overOf(db, { accountId, limit, at, id });
}

/** Scheduled or publishing tweets and going threads with an id below `id`, newest id first. */
export async function listComingBelow(db: Handle, accountId: number, id: number): Promise<Tweet[]> {
  const inState = (state: "scheduled" | "publishing" | "unknown") =>
    db.selectFrom("tweets").select("id").where("account_id", "=", accountId).where("state", "=", sql.lit(state));
  const coming = inState("scheduled")
    .where("undo_until", "is", null)
    .unionAll(inState("scheduled").where("undo_until", "is not", null))
    .unionAll(inState("publishing"))
    .unionAll(inState("unknown"))
    .unionAll(
      db
        .selectFrom("threads")
        .innerJoin("tweets", "tweets.thread_id", "threads.id")
        .select("tweets.id")
        .where("threads.state", "=", sql.lit("going"))
        .where("tweets.part_no", "=", 1)
        .where("tweets.account_id", "=", accountId),
    );
  const rows = await db
    .selectFrom(coming.as("coming"))
    .select("coming.id")
    .distinct()
    .where("coming.id", "<", id)
    .orderBy("coming.id", "desc")
    .execute();
  return inTurns(rows, async (batch) => {
    const ids = batch.map((row) => row.id);
    const read = select(db)
      .where(among(db, "tweets.id", ids))
      .where(leads());
    return (await read.orderBy("tweets.id", "desc").execute()).map(toTweet);
  });
}
