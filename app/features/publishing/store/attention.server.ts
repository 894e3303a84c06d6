// SQL of what needs the user's attention: failed tweets, stopped threads, lost answers.
import { type Kysely, sql } from "kysely";
import { leads } from "~db/leads.server";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";
import type { TweetRow } from "./tweets.server";

type Handle = Kysely<Database>;

/** Scheduled or posted with an undo window, so the user may have left before the answer. */
export const nobodyWaited = sql<boolean>`(publish_type = 'scheduled' or undo_until is not null)`;

const maxInAttention = 100;

const inAttention = (db: Handle, userId: string) =>
  db
    .selectFrom("tweets")
    .select(["id", "placed_at"])
    .where("user_id", "=", userId)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(maxInAttention);

const failedOf = prepared((db, { userId, since }: { userId: string; since: number }) =>
  inAttention(db, userId)
    .where("state", "=", sql.lit("failed"))
    // A failed part is listed as its stopped thread.
    .where(leads())
    .where(nobodyWaited)
    .where("discarded_at", "is", null)
    .where("updated_at", ">=", since),
);

const unconfirmedOf = prepared((db, { userId }: { userId: string }) =>
  inAttention(db, userId)
    .where("state", "=", sql.lit("unknown"))
    .where("error_code", "=", "needs_confirmation")
    // Returns the thread's first part for a later part.
    .clearSelect()
    .select([
      "placed_at",
      sql<number>`coalesce((
        select first.id from tweets as first where first.thread_id = tweets.thread_id and first.part_no = 1), id)`.as(
        "id",
      ),
    ]),
);

const stoppedOf = prepared((db, { userId, since }: { userId: string; since: number }) =>
  db
    .selectFrom("threads")
    .innerJoin("tweets", (join) =>
      join.onRef("tweets.thread_id", "=", "threads.id").on("tweets.part_no", "=", sql.lit(1)),
    )
    .select(["tweets.id", "tweets.placed_at"])
    .where("threads.user_id", "=", userId)
    .where("threads.updated_at", ">=", since)
    .where("threads.state", "=", sql.lit("stopped"))
    .where("threads.stop_code", "!=", "person")
    .orderBy("threads.updated_at", "desc")
    .limit(maxInAttention),
);

export async function listForAttention(
  db: Handle,
  userId: string,
  since: number,
): Promise<Record<"failed" | "needsConfirmation", Pick<TweetRow, "id" | "placed_at">[]>> {
  const failed = [...(await failedOf(db, { userId, since })), ...(await stoppedOf(db, { userId, since }))];
  return { failed, needsConfirmation: await unconfirmedOf(db, { userId }) };
}
