// SQL of tweet_versions, and of changing a tweet's text.
import type { Kysely } from "kysely";
import type { Database, NewRow, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type VersionRow = Row<"tweet_versions">;

export async function listVersions(db: Handle, tweetId: number): Promise<VersionRow[]> {
  return db
    .selectFrom("tweet_versions")
    .selectAll()
    .where("tweet_id", "=", tweetId)
    .orderBy("version_no", "desc")
    .execute();
}

export async function listVersionsOf(db: Handle, tweetIds: readonly number[]): Promise<VersionRow[]> {
  if (tweetIds.length === 0) return [];
  return db
    .selectFrom("tweet_versions")
    .selectAll()
    .where("tweet_id", "in", tweetIds)
    .orderBy("tweet_id")
    .orderBy("version_no", "desc")
    .execute();
}

export async function insertVersions(db: Handle, rows: NewRow<"tweet_versions">[]): Promise<void> {
  await db.insertInto("tweet_versions").values(rows).execute();
}

export async function deleteVersionsUpTo(db: Handle, tweetId: number, versionNo: number): Promise<void> {
  await db.deleteFrom("tweet_versions").where("tweet_id", "=", tweetId).where("version_no", "<=", versionNo).execute();
}

/** Changes a pending single tweet's text only if it still equals `before`. Returns whether it did. */
export async function replaceWords(
  db: Handle,
  target: { userId: string; tweetId: number; before: string },
  change: { content: string; fingerprint: string; updated_at: number },
): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set(change)
    .where("id", "=", target.tweetId)
    .where("user_id", "=", target.userId)
    .where("state", "=", "pending")
    .where("thread_id", "is", null)
    .where("discarded_at", "is", null)
    .where("content", "=", target.before)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function listUnedited(db: Handle, batchId: string): Promise<{ id: number; content: string }[]> {
  return db
    .selectFrom("tweets")
    .select(["tweets.id", "tweets.content"])
    .where("tweets.batch_id", "=", batchId)
    .where("tweets.state", "=", "pending")
    .where("tweets.discarded_at", "is", null)
    .where("tweets.origin", "!=", "own")
    .where((tweet) => {
      const edits = tweet.selectFrom("tweet_versions").select("tweet_id").where("written_by", "=", "person");
      return tweet.not(tweet.exists(edits.whereRef("tweet_id", "=", "tweets.id")));
    })
    .orderBy("tweets.position")
    .orderBy("tweets.id")
    .execute();
}

export async function placeBeside(
  db: Handle,
  tweetId: number | null,
  batchId: string | null,
): Promise<Pick<Row<"tweets">, "account_id" | "account_is_own" | "batch_id" | "position"> | null> {
  const tweets = db.selectFrom("tweets").select(["account_id", "account_is_own", "batch_id", "position"]);
  const own = tweetId === null ? undefined : await tweets.where("id", "=", tweetId).executeTakeFirst();
  if (own || batchId === null) return own ?? null;
  const last = tweets.where("batch_id", "=", batchId).orderBy("position", "desc").orderBy("id", "desc").limit(1);
  return (await last.executeTakeFirst()) ?? null;
}
