// SQL of threads and their parts.
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import { prepared } from "~db/prepared.server";
import type { Change, Database, Row } from "~db/schema";
import { touchFirsts } from "~/features/tweets/tweets.server";
import type { ThreadState } from "~db/tables/threads.server";

type Handle = Kysely<Database>;
export type ThreadRow = Row<"threads">;

export async function insertThread(db: Handle, values: { userId: string; now: number }): Promise<number> {
  const row = { user_id: values.userId, state: "draft" as const, created_at: values.now, updated_at: values.now };
  return (await db.insertInto("threads").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Makes a single draft the first part of a thread. False if it is no draft, or has a thread. */
export async function makeFirst(
  db: Handle,
  target: { userId: string; tweetId: number; threadId: number; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({ thread_id: target.threadId, part_no: 1, updated_at: target.now })
    .where("id", "=", target.tweetId)
    .where("user_id", "=", target.userId)
    .where("thread_id", "is", null)
    .where("state", "=", "pending")
    .where("discarded_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function findThread(db: Handle, id: number): Promise<ThreadRow | null> {
  return (await db.selectFrom("threads").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function listThreads(db: Handle, ids: readonly number[]): Promise<ThreadRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("threads")
    .selectAll()
    .where(among(db, "id", ids, "int"))
    .execute();
}

export async function listLeft(
  db: Handle,
  firstIds: readonly number[],
): Promise<{ firstId: number; id: number; content: string }[]> {
  if (firstIds.length === 0) return [];
  return db
    .selectFrom("tweets as first")
    .innerJoin("tweets as part", "part.thread_id", "first.thread_id")
    .select(["first.id as firstId", "part.id", "part.content"])
    .where(among(db, "first.id", firstIds, "int"))
    .where("first.part_no", "=", 1)
    .where("part.published_at", "is", null)
    .orderBy("first.id")
    .orderBy("part.part_no")
    .execute();
}

export async function listProgress(
  db: Handle,
  firstIds: readonly number[],
): Promise<{ id: number; of: number; out: number }[]> {
  if (firstIds.length === 0) return [];
  const rows = await db
    .selectFrom("tweets as first")
    .innerJoin("tweets as part", "part.thread_id", "first.thread_id")
    .select(({ fn }) => ["first.id", fn.countAll<number>().as("of"), fn.count<number>("part.published_at").as("out")])
    .where(among(db, "first.id", firstIds, "int"))
    .where("first.part_no", "=", 1)
    .groupBy("first.id")
    .execute();
  return rows.map(({ id, of, out }) => ({ id, of: Number(of), out: Number(out) }));
}

/** Changes the thread only if its state is in `from`. Returns whether it did. */
export async function changeThread(
  db: Handle,
  target: { id: number; from: readonly ThreadState[] },
  change: Change<"threads"> & { updated_at: number },
): Promise<boolean> {
  const done = await db
    .updateTable("threads")
    .set(change)
    .where("id", "=", target.id)
    .where("state", "in", target.from)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  await touchFirsts(db, [target.id], change.updated_at);
  return true;
}

export async function deletePartsFrom(db: Handle, threadId: number, from: number): Promise<void> {
  await db.deleteFrom("tweets").where("thread_id", "=", threadId).where("part_no", ">=", from).execute();
}

export interface ReservedPart {
  id: number;
  userId: string;
  accountId: number;
  content: string;
}

const reservedOf = prepared(
  (_, _none: Record<string, never>) => sql<ReservedPart>`
  select part.id, part.user_id as "userId", first.account_id as "accountId", part.content
  from threads join tweets as first on first.thread_id = threads.id and first.part_no = 1
    join tweets as part on part.thread_id = threads.id and part.part_no > 1
  where threads.state = 'going' and first.state in ('publishing', 'unknown', 'published')
    and part.state in ('pending', 'scheduled')`,
);

export const listReserved = (db: Handle): Promise<ReservedPart[]> => reservedOf(db, {});
