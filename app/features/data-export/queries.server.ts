// Reads everything that belongs to a user, for their export.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { inPages } from "~/ground/pages";
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
    "writer_place",
    "instead_of",
    "model",
    "input_tokens",
    "output_tokens",
    "cost_micros",
    "unmetered",
    "took_ms",
    "cut",
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
} as const satisfies { [Table in keyof Database]?: readonly (keyof Row<Table>)[] };

/** These queries must never select tokens, hashes, leases or fingerprints. */
export const readAccounts = (db: Handle, userId: string) =>
  db.selectFrom("accounts").select(ofUser.accounts).where("user_id", "=", userId).orderBy("id").execute();

type Columns = typeof ofUser;
type Of<Table extends keyof Columns> = Pick<Row<Table>, Extract<Columns[Table][number], keyof Row<Table>>>;

const namesOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Pages through a user's rows. The last column of `order` must be unique. `which` only selects an index. */
const pagesOf =
  <Table extends keyof Columns>(
    table: Table,
    order: readonly (keyof Of<Table> & string)[],
    { size, which = sql`true` }: { size?: number; which?: RawBuilder<unknown> } = {},
  ) =>
  (db: Handle, userId: string) =>
    inPages<Of<Table>>(async (last, limit) => {
      const end = last && sql`and (${namesOf(order)}) > (${sql.join(order.map((column) => last[column]))})`;
      const page = sql<Of<Table>>`
        select ${namesOf(ofUser[table])} from ${sql.table(table)}
        where user_id = ${userId} and ${which} ${end ?? sql``} order by ${namesOf(order)} limit ${sql.lit(limit)}`;
      return (await page.execute(db)).rows;
    }, size);

/** Each tweet loads its journal, versions and readings, so smaller pages keep the event loop responsive. */
export const tweetsAtOnce = 50;
export const tweetPages = pagesOf("tweets", ["id"], { size: tweetsAtOnce, which: sql`created_at > 0` });
export const threadPages = pagesOf("threads", ["id"]);
export const analysisPages = pagesOf("analyses", ["id"]);
export const botPages = pagesOf("bots", ["id"]);
export const batchPages = pagesOf("batches", ["created_at", "id"]);
export const picturePages = pagesOf("media", ["created_at", "id"]);

export const readTweetPictures = (db: Handle, tweetIds: readonly number[]) =>
  db
    .selectFrom("tweet_media")
    .selectAll()
    .where("tweet_id", "in", tweetIds)
    .orderBy("tweet_id")
    .orderBy("position")
    .execute();

export const readReadings = (db: Handle, tweetIds: readonly number[]) =>
  db
    .selectFrom("readings")
    .selectAll()
    .where("tweet_id", "in", tweetIds)
    .orderBy("tweet_id")
    .orderBy("read_at")
    .execute();

export const readJournals = (db: Handle, tweetIds: readonly number[]) =>
  db
    .selectFrom("tweet_events")
    .leftJoin("named_keys", "named_keys.id", "tweet_events.key_id")
    .select(["tweet_events.tweet_id", "tweet_events.at", "tweet_events.kind", "tweet_events.detail"])
    .select("named_keys.name as keyName")
    .where("tweet_events.tweet_id", "in", tweetIds)
    .orderBy("tweet_events.id")
    .execute();

export const readVersions = (db: Handle, tweetIds: readonly number[]): Promise<Row<"tweet_versions">[]> =>
  db
    .selectFrom("tweet_versions")
    .selectAll()
    .where("tweet_id", "in", tweetIds)
    .orderBy("tweet_id")
    .orderBy("version_no")
    .execute();

/** Only the first part of a thread has a batch. */
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
