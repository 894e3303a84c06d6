// SQL of what needs the person: tweets that failed while nobody waited for the answer, and lost answers.
import { type Kysely, sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";
import type { TweetRow } from "./tweets.server";

type Handle = Kysely<Database>;

/** Scheduled, or posted with five seconds to take it back: whoever pressed the button may have left by its answer. */
export const nobodyWaited = sql<boolean>`(publish_type = 'scheduled' or undo_until is not null)`;

/** Counts of what needs the person's attention stop here. */
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
    .where(nobodyWaited)
    .where("discarded_at", "is", null)
    .where("updated_at", ">=", since),
);

const unconfirmedOf = prepared((db, { userId }: { userId: string }) =>
  inAttention(db, userId).where("state", "=", sql.lit("unknown")).where("error_code", "=", "needs_confirmation"),
);

/** Scheduled tweets that failed since a moment, the latest first, and tweets that wait for a person's word. */
export async function listForAttention(
  db: Handle,
  userId: string,
  since: number,
): Promise<Record<"failed" | "needsConfirmation", Pick<TweetRow, "id" | "placed_at">[]>> {
  return { failed: await failedOf(db, { userId, since }), needsConfirmation: await unconfirmedOf(db, { userId }) };
}
