// SQL of the bin: what is put into it, taken out and deleted. Reading is of features/tweets.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import { leads } from "~db/leads.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

/** Puts it in the bin, as it is; false where it is there already, is scheduled, on its way or out. */
export async function discard(db: Handle, by: { userId: string; tweetId: number; now: number }): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({ discarded_at: by.now, updated_at: by.now })
    .where("id", "=", by.tweetId)
    .where("user_id", "=", by.userId)
    .where("state", "in", ["pending", "failed"])
    .where("discarded_at", "is", null)
    // A part of a thread goes with the first, or by an edit of the thread.
    .where(leads())
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Takes it out of the bin; its state is what it was. False where it is not there. */
export async function restore(db: Handle, by: { userId: string; tweetId: number; now: number }): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({ discarded_at: null, updated_at: by.now })
    .where("id", "=", by.tweetId)
    .where("user_id", "=", by.userId)
    .where("discarded_at", "is not", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Deletes one of the bin, with its journal and attempts, and what follows it of a thread; false where it is not there. */
export async function deleteDiscarded(db: Handle, by: { userId: string; tweetId: number }): Promise<boolean> {
  const gone = await db
    .deleteFrom("tweets")
    .where("id", "=", by.tweetId)
    .where("user_id", "=", by.userId)
    .where("discarded_at", "is not", null)
    .returning("thread_id")
    .execute();
  await deleteThreads(db, gone);
  return gone.length === 1;
}

/** Deletes what the person's bin holds; returns how many. */
export async function deleteBin(db: Handle, userId: string): Promise<number> {
  const gone = await db
    .deleteFrom("tweets")
    .where("user_id", "=", userId)
    .where("discarded_at", "is not", null)
    .returning("thread_id")
    .execute();
  await deleteThreads(db, gone);
  return gone.length;
}

/** Deletes what was discarded before a moment, of everybody, up to `limit`; returns how many. */
export async function deleteDiscardedBefore(db: Handle, moment: number, limit: number): Promise<number> {
  const gone = await db
    .deleteFrom("tweets")
    .where("id", "in", (tweets) =>
      tweets
        .selectFrom("tweets as old")
        .select("old.id")
        .where("old.discarded_at", "<=", moment)
        .orderBy("old.discarded_at")
        .limit(limit),
    )
    // Restored since it was found, it stays.
    .where("discarded_at", "<=", moment)
    .returning("thread_id")
    .execute();
  await deleteThreads(db, gone);
  return gone.length;
}

/** The first part of a thread was deleted: the others go with the thread. */
async function deleteThreads(db: Handle, gone: readonly { thread_id: number | null }[]): Promise<void> {
  const ids = gone.flatMap((row) => row.thread_id ?? []);
  if (ids.length > 0)
    await db
      .deleteFrom("threads")
      .where(among(db, "id", ids, "int"))
      .execute();
}
