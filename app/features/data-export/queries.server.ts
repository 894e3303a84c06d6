// Reads everything that belongs to a person, for their export; writes nothing.
import { type Kysely, sql } from "kysely";
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
  media: ["id", "sha256", "type", "width", "height", "bytes", "created_at", "dropped_at"],
} as const;

/** The few rows of one person that everything else names: no token, hash, lease or fingerprint, here or below. */
export const readAccounts = (db: Handle, userId: string) =>
  db.selectFrom("accounts").select(ofUser.accounts).where("user_id", "=", userId).orderBy("id").execute();

/** So many rows are read, and made into text, before others have their turn. */
const pageSize = 500;

/** Pages of rows, none of them empty, each read after the last one's end; `readAfter` is handed null first. */
async function* inPages<One>(
  readAfter: (last: One | null, limit: number) => Promise<One[]>,
): AsyncGenerator<One[], void, undefined> {
  let last: One | null = null;
  for (;;) {
    const rows: One[] = await readAfter(last, pageSize);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < pageSize) return;
  }
}

type Of<Table extends keyof typeof ofUser> = Pick<
  Row<Table>,
  Extract<(typeof ofUser)[Table][number], keyof Row<Table>>
>;

export const tweetPages = (db: Handle, userId: string) =>
  inPages<Of<"tweets">>((last, limit) =>
    db
      .selectFrom("tweets")
      .select(ofUser.tweets)
      .where("user_id", "=", userId)
      .where("id", ">", last?.id ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

export const threadPages = (db: Handle, userId: string) =>
  inPages<Of<"threads">>((last, limit) =>
    db
      .selectFrom("threads")
      .select(ofUser.threads)
      .where("user_id", "=", userId)
      .where("id", ">", last?.id ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

export const analysisPages = (db: Handle, userId: string) =>
  inPages<Of<"analyses">>((last, limit) =>
    db
      .selectFrom("analyses")
      .select(ofUser.analyses)
      .where("user_id", "=", userId)
      .where("id", ">", last?.id ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

export const botPages = (db: Handle, userId: string) =>
  inPages<Of<"bots">>((last, limit) =>
    db
      .selectFrom("bots")
      .select(ofUser.bots)
      .where("user_id", "=", userId)
      .where("id", ">", last?.id ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

/** In the order in which they were asked for. */
export const batchPages = (db: Handle, userId: string) =>
  inPages<Of<"batches">>((last, limit) =>
    db
      .selectFrom("batches")
      .select(ofUser.batches)
      .where("user_id", "=", userId)
      .where(sql<boolean>`(created_at, id) > (${last?.created_at ?? 0}, ${last?.id ?? ""})`)
      .orderBy("created_at")
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

/** A person's pictures, without their bytes. */
export const picturePages = (db: Handle, userId: string) =>
  inPages<Of<"media">>((last, limit) =>
    db
      .selectFrom("media")
      .select(ofUser.media)
      .where("user_id", "=", userId)
      .where(sql<boolean>`(created_at, id) > (${last?.created_at ?? 0}, ${last?.id ?? ""})`)
      .orderBy("created_at")
      .orderBy("id")
      .limit(limit)
      .execute(),
  );

/** Of these tweets, which pictures stand in which, and how they are described. */
export const readTweetPictures = (db: Handle, tweetIds: readonly number[]) =>
  db
    .selectFrom("tweet_media")
    .selectAll()
    .where("tweet_id", "in", tweetIds)
    .orderBy("tweet_id")
    .orderBy("position")
    .execute();

/** What was read of how each of these tweets did, the oldest first. */
export const readReadings = (db: Handle, tweetIds: readonly number[]) =>
  db
    .selectFrom("readings")
    .selectAll()
    .where("tweet_id", "in", tweetIds)
    .orderBy("tweet_id")
    .orderBy("read_at")
    .execute();

/** The journal of these tweets, oldest first. */
export const readJournals = (db: Handle, tweetIds: readonly number[]) =>
  db
    .selectFrom("tweet_events")
    .leftJoin("named_keys", "named_keys.id", "tweet_events.key_id")
    .select(["tweet_events.tweet_id", "tweet_events.at", "tweet_events.kind", "tweet_events.detail"])
    .select("named_keys.name as keyName")
    .where("tweet_events.tweet_id", "in", tweetIds)
    .orderBy("tweet_events.id")
    .execute();

/** What these tweets have said, the oldest first; what they say now too, where it was ever changed. */
export const readVersions = (db: Handle, tweetIds: readonly number[]): Promise<Row<"tweet_versions">[]> =>
  db
    .selectFrom("tweet_versions")
    .selectAll()
    .where("tweet_id", "in", tweetIds)
    .orderBy("tweet_id")
    .orderBy("version_no")
    .execute();

/** Of these tweets, the topics of their batches. Of a thread only the first part is in one. */
export const readTopics = (db: Handle, tweetIds: readonly number[]) =>
  db
    .selectFrom("tweets as t")
    .leftJoin("tweets as first", (join) =>
      join.onRef("first.thread_id", "=", "t.thread_id").on("first.part_no", "=", 1),
    )
    .innerJoin("batches as b", (join) => join.on(sql<boolean>`b.id = coalesce(first.batch_id, t.batch_id)`))
    .select(["t.id", "b.topic"])
    .where("t.id", "in", tweetIds)
    .execute();

export type Account = Of<"accounts">;
export type Tweet = Of<"tweets">;
