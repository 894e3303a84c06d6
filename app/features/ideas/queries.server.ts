// SQL that moves tweets into and out of the trash. features/tweets lists the trash.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import { leads } from "~db/leads.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

/** Returns false if it is already there, scheduled or sent. */
export async function moveToTrash(
  db: Handle,
  target: { userId: string; tweetId: number; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({ discarded_at: target.now, updated_at: target.now })
    .where("id", "=", target.tweetId)
    .where("user_id", "=", target.userId)
    .where("state", "in", ["pending", "failed"])
    .where("discarded_at", "is", null)
    // Later parts of a thread are discarded with the first, or by editing the thread.
    .where(leads())
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function restore(db: Handle, target: { userId: string; tweetId: number; now: number }): Promise<boolean> {
  const done = await db
    .updateTable("tweets")
    .set({ discarded_at: null, updated_at: target.now })
    .where("id", "=", target.tweetId)
    .where("user_id", "=", target.userId)
    .where("discarded_at", "is not", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Also deletes the tweet's journal, attempts and thread. Returns false if the tweet isn't in the trash. */
export async function deleteDiscarded(db: Handle, target: { userId: string; tweetId: number }): Promise<boolean> {
  const gone = await db
    .deleteFrom("tweets")
    .where("id", "=", target.tweetId)
    .where("user_id", "=", target.userId)
    .where("discarded_at", "is not", null)
    .returning("thread_id")
    .execute();
  await deleteThreads(db, gone);
  return gone.length === 1;
}

export async function deleteTrash(db: Handle, userId: string): Promise<number> {
  const gone = await db
    .deleteFrom("tweets")
    .where("user_id", "=", userId)
    .where("discarded_at", "is not", null)
    .returning("thread_id")
    .execute();
  await deleteThreads(db, gone);
  return gone.length;
}

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
    // Skips tweets that were restored since.
    .where("discarded_at", "<=", moment)
    .returning("thread_id")
    .execute();
  await deleteThreads(db, gone);
  return gone.length;
}

async function deleteThreads(db: Handle, gone: readonly { thread_id: number | null }[]): Promise<void> {
  const ids = gone.flatMap((row) => row.thread_id ?? []);
  if (ids.length > 0)
    await db
      .deleteFrom("threads")
      .where(among(db, "id", ids, "int"))
      .execute();
}
