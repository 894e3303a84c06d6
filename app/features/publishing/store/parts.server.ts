// SQL of thread parts: reads, places and unschedules them.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Database, Row, TweetState } from "~db/schema";
import type { ThreadState } from "~db/tables/threads.server";
import { offTheTimeline } from "./tweets.server";

type Handle = Kysely<Database>;

export interface PlacedPart {
  id: number;
  threadId: number;
  no: number;
  of: number;
  state: TweetState;
  postId: string | null;
  publishedAt: number | null;
  accountId: number | null;
  code: string | null;
  thread: ThreadState;
  before: TweetState | null;
  unlinkedAt: number | null;
}

export async function listPlacedParts(db: Handle, ids: readonly number[]): Promise<PlacedPart[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("tweets")
    .innerJoin("threads", "threads.id", "tweets.thread_id")
    .leftJoin("accounts", "accounts.id", "tweets.account_id")
    .select("accounts.unlinked_at as unlinkedAt")
    .select(["tweets.id", "tweets.thread_id as threadId", "tweets.part_no as no", "tweets.state"])
    .select(["tweets.post_id as postId", "tweets.published_at as publishedAt", "tweets.account_id as accountId"])
    .select(["tweets.error_code as code", "threads.state as thread"])
    .select((tweet) => [
      tweet
        .selectFrom("tweets as part")
        .whereRef("part.thread_id", "=", "tweets.thread_id")
        .select((part) => part.fn.countAll<number>().as("n"))
        .$asScalar()
        .as("of"),
      tweet
        .selectFrom("tweets as before")
        .select("before.state")
        .whereRef("before.thread_id", "=", "tweets.thread_id")
        .whereRef("before.part_no", "=", (part) => part("tweets.part_no", "-", 1))
        .as("before"),
    ])
    .where(among(db, "tweets.id", ids, "int"))
    .orderBy("tweets.thread_id")
    .orderBy("tweets.part_no")
    .$narrowType<{ threadId: number; no: number; of: number }>()
    .execute();
}

interface Placing {
  threadId: number;
  no: number;
  accountId: number;
  dueAt: number;
  now: number;
}

/** Returns the part's tweet id, or null if the part is neither pending nor failed. */
export async function placePart(db: Handle, { threadId, no, accountId, dueAt, now }: Placing): Promise<number | null> {
  const row = await db
    .updateTable("tweets")
    .set({
      state: "scheduled",
      publish_type: "scheduled",
      account_id: accountId,
      account_is_own: 1,
      due_at: dueAt,
      moment_reason: null,
      attempts: 0,
      withdrawn: 0,
      error: null,
      error_code: null,
      updated_at: now,
    })
    .where("thread_id", "=", threadId)
    .where("part_no", "=", no)
    .where("state", "in", ["pending", "failed"])
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function unscheduleParts(
  db: Handle,
  { threadId, from, now }: { threadId: number; from: number; now: number },
): Promise<number[]> {
  const rows = await db
    .updateTable("tweets")
    .set({ ...offTheTimeline(now), withdrawn: 0 })
    .where("thread_id", "=", threadId)
    .where("part_no", ">=", from)
    .where("state", "=", "scheduled")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function moveParts(db: Handle, threadId: number, accountId: number, now: number): Promise<void> {
  await db
    .updateTable("tweets")
    .set({ account_id: accountId, account_is_own: 1, updated_at: now })
    .where("thread_id", "=", threadId)
    .where("part_no", ">", 1)
    .where("state", "in", ["pending", "failed"])
    .execute();
}

/** Null for a first part, a single tweet or an unknown post id. */
export async function findPostBefore(
  db: Handle,
  { thread_id, part_no }: Pick<Row<"tweets">, "thread_id" | "part_no">,
): Promise<string | null> {
  if (thread_id === null || part_no === null || part_no === 1) return null;
  const row = await db
    .selectFrom("tweets")
    .select("post_id")
    .where("thread_id", "=", thread_id)
    .where("part_no", "=", part_no - 1)
    .executeTakeFirst();
  return row?.post_id ?? null;
}

export async function setPostId(db: Handle, id: number, postId: string): Promise<void> {
  await db.updateTable("tweets").set({ post_id: postId }).where("id", "=", id).where("post_id", "is", null).execute();
}

export async function listWords(
  db: Handle,
  threadIds: readonly number[],
): Promise<(Pick<Row<"tweets">, "id" | "content"> & { thread_id: number })[]> {
  if (threadIds.length === 0) return [];
  return db
    .selectFrom("tweets")
    .select(["id", "content", "thread_id"])
    .where(among(db, "thread_id", threadIds, "int"))
    .where("part_no", ">", 1)
    .orderBy("thread_id")
    .orderBy("part_no")
    .$narrowType<{ thread_id: number }>()
    .execute();
}
