// SQL of the tweets that bots have written.
import type { Kysely } from "kysely";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;

const written = (db: Handle, botId: number) =>
  db
    .selectFrom("bot_tweets")
    .innerJoin("tweets", "tweets.id", "bot_tweets.tweet_id")
    .where("bot_tweets.bot_id", "=", botId);

const inFlight = ["scheduled", "publishing", "unknown"] as const;

export async function listInFlight(
  db: Handle,
  botId: number,
): Promise<Pick<Row<"tweets">, "id" | "state" | "due_at">[]> {
  return written(db, botId)
    .select(["tweets.id", "tweets.state", "tweets.due_at"])
    .where("tweets.state", "in", inFlight)
    .orderBy("tweets.due_at", (due) => due.asc().nullsLast())
    .orderBy("tweets.id")
    .execute();
}

/** Tweets posted, or possibly posted, in that time range. */
export async function countWithin(db: Handle, botId: number, from: number, to: number): Promise<number> {
  const row = await written(db, botId)
    .select((tweet) => tweet.fn.countAll<number>().as("n"))
    .where("tweets.state", "in", [...inFlight, "published"])
    .where("tweets.placed_at", ">=", from)
    .where("tweets.placed_at", "<", to)
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function listEnded(
  db: Handle,
  botId: number,
  query: { since: number; limit: number },
): Promise<Pick<Row<"tweets">, "state" | "error">[]> {
  return written(db, botId)
    .select(["tweets.state", "tweets.error"])
    .where("tweets.state", "in", ["published", "failed"])
    .where("tweets.created_at", ">=", query.since)
    .orderBy("tweets.id", "desc")
    .limit(query.limit)
    .execute();
}

/** Texts the account has posted or scheduled, and all that the bot wrote, newest first. */
export async function listEarlierTexts(db: Handle, botId: number, accountId: number, limit: number): Promise<string[]> {
  const byAccount = db
    .selectFrom("tweets")
    .select(["id", "content"])
    .where("account_id", "=", accountId)
    .where("state", "!=", "pending")
    .orderBy("id", "desc")
    .limit(limit);
  const byBot = written(db, botId)
    .select(["tweets.id", "tweets.content"])
    .orderBy("bot_tweets.tweet_id", "desc")
    .limit(limit);
  const rows = new Map(
    [...(await byAccount.execute()), ...(await byBot.execute())].map((row) => [row.id, row.content]),
  );
  return [...rows].sort(([a], [b]) => b - a).map(([, content]) => content);
}

export interface Tally {
  posts: number;
  lastPostAt: number | null;
  nextPostAt: number | null;
}

export async function tallyOf(db: Handle, botIds: readonly number[]): Promise<Map<number, Tally>> {
  if (botIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("bot_tweets")
    .innerJoin("tweets", "tweets.id", "bot_tweets.tweet_id")
    .select(({ fn }) => [
      "bot_tweets.bot_id",
      fn.countAll<number>().filterWhere("tweets.state", "=", "published").as("posts"),
      fn.max("tweets.published_at").as("last"),
      fn
        .min("tweets.due_at")
        .filterWhere("tweets.state", "=", "scheduled")
        .filterWhere("tweets.undo_until", "is", null)
        .as("next"),
    ])
    .where("bot_tweets.bot_id", "in", botIds)
    .groupBy("bot_tweets.bot_id")
    .execute();
  return new Map(rows.map((row) => [row.bot_id, { posts: row.posts, lastPostAt: row.last, nextPostAt: row.next }]));
}
