// Reads everything that belongs to a person, for their export; writes nothing.
import type { Kysely } from "kysely";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;

const ofUser = {
  accounts: [
    "id",
    "network",
    "network_user_id",
    "username",
    "display_name",
    "is_default",
    "status",
    "linked_at",
    "unlinked_at",
  ],
  batches: [
    "id",
    "account_id",
    "topic",
    "web_search",
    "searched",
    "writer",
    "model",
    "sources",
    "voice_version",
    "shown",
    "created_at",
  ],
  tweets: [
    "id",
    "account_id",
    "account_is_own",
    "batch_id",
    "origin",
    "content",
    "state",
    "publish_type",
    "due_at",
    "moment_reason",
    "published_at",
    "post_id",
    "error",
    "created_at",
    "updated_at",
    "discarded_at",
    "deleted_at",
    "thread_id",
    "part_no",
  ],
  threads: ["id", "state", "stop_code", "stop_reason", "created_at", "updated_at"],
  analyses: ["id", "content", "state", "summary", "tags", "metadata", "quality_tenths", "created_at"],
  bots: ["id", "analysis_id", "account_id", "state", "reason", "review", "learn", "started_at"],
} as const;

/** The rows of one person, by table, with the columns that are theirs to know: no token, hash, lease or fingerprint. */
export async function readAll(db: Handle, userId: string) {
  return {
    accounts: await db
      .selectFrom("accounts")
      .select(ofUser.accounts)
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    batches: await db
      .selectFrom("batches")
      .select(ofUser.batches)
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
    tweets: await db.selectFrom("tweets").select(ofUser.tweets).where("user_id", "=", userId).orderBy("id").execute(),
    threads: await db
      .selectFrom("threads")
      .select(ofUser.threads)
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    analyses: await db
      .selectFrom("analyses")
      .select(ofUser.analyses)
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    bots: await db.selectFrom("bots").select(ofUser.bots).where("user_id", "=", userId).orderBy("id").execute(),
  };
}

/** A person's pictures, without their bytes. */
export const readPictures = (db: Handle, userId: string) =>
  db
    .selectFrom("media")
    .select(["id", "sha256", "type", "width", "height", "bytes", "created_at", "dropped_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Which pictures stand in which tweet, and how they are described. */
export const readTweetPictures = (db: Handle, userId: string) =>
  db
    .selectFrom("tweet_media")
    .innerJoin("tweets", "tweets.id", "tweet_media.tweet_id")
    .selectAll("tweet_media")
    .where("tweets.user_id", "=", userId)
    .orderBy("tweet_media.tweet_id")
    .orderBy("tweet_media.position")
    .execute();

/** What was read of how each tweet did, the oldest first. */
export const readReadings = (db: Handle, userId: string) =>
  db
    .selectFrom("readings")
    .innerJoin("tweets", "tweets.id", "readings.tweet_id")
    .selectAll("readings")
    .where("tweets.user_id", "=", userId)
    .orderBy("readings.tweet_id")
    .orderBy("readings.read_at")
    .execute();

export type Belongings = Awaited<ReturnType<typeof readAll>>;

/** The journal of all of a person's tweets, oldest first. */
export async function readJournals(
  db: Handle,
  userId: string,
): Promise<(Pick<Row<"tweet_events">, "tweet_id" | "at" | "kind" | "detail"> & { keyName: string | null })[]> {
  return db
    .selectFrom("tweet_events")
    .innerJoin("tweets", "tweets.id", "tweet_events.tweet_id")
    .leftJoin("named_keys", "named_keys.id", "tweet_events.key_id")
    .select(["tweet_events.tweet_id", "tweet_events.at", "tweet_events.kind", "tweet_events.detail"])
    .select("named_keys.name as keyName")
    .where("tweets.user_id", "=", userId)
    .orderBy("tweet_events.id")
    .execute();
}

/** What a person's tweets have said, the oldest first; what they say now too, where it was ever changed. */
export async function readVersions(db: Handle, userId: string): Promise<Row<"tweet_versions">[]> {
  return db
    .selectFrom("tweet_versions")
    .innerJoin("tweets", "tweets.id", "tweet_versions.tweet_id")
    .selectAll("tweet_versions")
    .where("tweets.user_id", "=", userId)
    .orderBy("tweet_versions.tweet_id")
    .orderBy("tweet_versions.version_no")
    .execute();
}
