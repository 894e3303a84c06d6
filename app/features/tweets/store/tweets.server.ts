// SQL that reads and inserts tweets. Publishing writes the columns from `state` on.
import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import { stateOf as stateOfAccount } from "~/features/accounts/account";
import type { AccountState } from "~/features/users/account-words";
import { prepared } from "~db/prepared.server";
import { leads } from "~db/leads.server";
import type { Database, Row, TweetState } from "~db/schema";
import type { ThreadState } from "~db/tables/threads.server";
import { shownState, stateOf, undoUntilOf } from "./shown.server";

type Handle = Kysely<Database>;

export interface Tweet {
  id: number;
  userId: string;
  batchId: string | null;
  origin: Row<"tweets">["origin"];
  content: string;
  /** Publishing also during the five seconds of undo. */
  state: TweetState;
  publishType: "immediate" | "scheduled" | null;
  dueAt: number | null;
  momentReason: string | null;
  /** Can be undone until then; null if not waiting to be posted. */
  undoUntil: number | null;
  publishedAt: number | null;
  postId: string | null;
  errorCode: string | null;
  error: string | null;
  createdAt: number;
  updatedAt: number;
  discardedAt: number | null;
  /** Time the network reported the post as gone. */
  deletedAt: number | null;
  part: { threadId: number; no: number } | null;
  account: {
    id: number;
    networkUserId: string;
    username: string;
    displayName: string;
    pausedBecause: PauseReason | null;
    /** The network's rate limit lasts until then; null if there is none. */
    waitUntil: number | null;
    linked: boolean;
  } | null;
  /**
   * Account chosen for this tweet or kept from the timeline. Null if it follows the default or its own was unlinked.
   */
  ownAccountId: number | null;
}

export const select = (db: Handle) =>
  db
    .selectFrom("tweets")
    .leftJoin("accounts", "accounts.id", "tweets.account_id")
    .leftJoin("threads", "threads.id", "tweets.thread_id")
    .selectAll("tweets")
    .select("threads.state as thread_state")
    .select([
      "accounts.network_user_id",
      "accounts.username",
      "accounts.display_name",
      "accounts.status",
      "accounts.paused_by",
      "accounts.unlinked_at",
      "accounts.wait_until",
    ]);

type Joined = Row<"tweets"> & {
  thread_state: ThreadState | null;
  network_user_id: string | null;
  username: string | null;
  display_name: string | null;
  status: Row<"accounts">["status"] | null;
  paused_by: Row<"accounts">["paused_by"];
  unlinked_at: number | null;
  wait_until: number | null;
};

export type PauseReason = Exclude<AccountState, "active">;

function pauseReasonOf({ status, paused_by }: Pick<Joined, "status" | "paused_by">): PauseReason | null {
  const state = status === null ? "active" : stateOfAccount({ status, paused_by });
  return state === "active" ? null : state;
}

export const toTweet = (row: Joined): Tweet => ({
  id: row.id,
  userId: row.user_id,
  batchId: row.batch_id,
  origin: row.origin,
  content: row.content,
  state: stateOf(row),
  undoUntil: undoUntilOf(row),
  publishType: row.publish_type,
  dueAt: row.due_at,
  momentReason: row.moment_reason,
  publishedAt: row.published_at,
  postId: row.post_id,
  errorCode: row.error_code,
  error: row.error,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  discardedAt: row.discarded_at,
  deletedAt: row.deleted_at,
  part: row.thread_id === null || row.part_no === null ? null : { threadId: row.thread_id, no: row.part_no },
  account:
    row.account_id !== null && row.username !== null
      ? {
          id: row.account_id,
          networkUserId: row.network_user_id ?? "",
          username: row.username,
          displayName: row.display_name ?? row.username,
          pausedBecause: pauseReasonOf(row),
          waitUntil: row.wait_until,
          linked: row.unlinked_at === null,
        }
      : null,
  ownAccountId: row.account_is_own === 1 && row.unlinked_at === null ? row.account_id : null,
});

export interface NewTweet {
  userId: string;
  accountId: number | null;
  accountIsOwn: boolean;
  batchId: string | null;
  position: number;
  origin: Row<"tweets">["origin"];
  content: string;
  fingerprint: string;
  part?: Tweet["part"];
  now: number;
}

const toRow = (tweet: NewTweet) => ({
  user_id: tweet.userId,
  account_id: tweet.accountId,
  account_is_own: tweet.accountIsOwn ? (1 as const) : (0 as const),
  batch_id: tweet.batchId,
  position: tweet.position,
  origin: tweet.origin,
  content: tweet.content,
  fingerprint: tweet.fingerprint,
  created_at: tweet.now,
  updated_at: tweet.now,
  state: "pending" as const,
  thread_id: tweet.part?.threadId ?? null,
  part_no: tweet.part?.no ?? null,
});

export async function insertTweets(db: Handle, tweets: NewTweet[]): Promise<void> {
  if (tweets.length === 0) return;
  await db.insertInto("tweets").values(tweets.map(toRow)).execute();
}

export async function insertTweet(db: Handle, tweet: NewTweet): Promise<number> {
  const { id } = await db.insertInto("tweets").values(toRow(tweet)).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function listBatchTweets(db: Handle, batchId: string): Promise<Tweet[]> {
  const rows = await select(db)
    .where("tweets.batch_id", "=", batchId)
    .where("tweets.discarded_at", "is", null)
    .orderBy("tweets.position")
    .orderBy("tweets.id")
    .execute();
  return rows.map(toTweet);
}

export async function findTweet(db: Handle, userId: string, id: number): Promise<Tweet | null> {
  const row = await select(db).where("tweets.id", "=", id).where("tweets.user_id", "=", userId).executeTakeFirst();
  return row ? toTweet(row) : null;
}

export async function listTweetsBy(db: Handle, condition: RawBuilder<boolean> | Expression<SqlBool>): Promise<Tweet[]> {
  return (await select(db).where(condition).execute()).map(toTweet);
}

export interface PlacedTweet {
  id: number;
  state: TweetState;
  content: string;
  /** Publication time, else due time; ms. */
  at: number;
}

interface PlacedQuery {
  accountId: number;
  from: number;
  to: number;
  limit: number;
}

/** Materialized, so that SQLite filters by time before it sorts by id. */
const placedOf = prepared((db, { accountId, from, to, limit }: PlacedQuery) =>
  db
    .with(
      (name) => name("placed").materialized(),
      () =>
        db
          .selectFrom("tweets")
          .select(["id", shownState.as("state"), "content", "placed_at as at"])
          .where("account_id", "=", accountId)
          .where("state", "!=", sql.lit("pending"))
          .where("discarded_at", "is", null)
          .where(leads())
          .where("placed_at", ">=", from)
          .where("placed_at", "<", to),
    )
    .selectFrom("placed")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit),
);

export async function listPlaced(
  db: Handle,
  accountId: number,
  query: Omit<PlacedQuery, "accountId">,
): Promise<PlacedTweet[]> {
  return placedOf(db, { accountId, ...query });
}
