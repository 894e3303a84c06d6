// SQL of tweets whose pictures were not uploaded in time.
import { type Kysely, sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";
import { lateAfter } from "~/features/publishing/rules/gate";
import { isReady } from "~/features/uploads/queries.server";

interface LateQuery {
  now: number;
  before: number;
  limit: number;
}

/** A failed call whose next try is past the deadline. Paused tweets made no call and still get their chance. */
const wasTriedLate = (now: number) => sql<boolean>`exists (
  select 1 from media_uploads as sent where sent.tweet_id = t.id and sent.under_way = 0
    and (sent.tries > 0 or sent.turn_at > ${now}) and sent.turn_at >= t.due_at + ${sql.lit(lateAfter)})`;

const lateOf = prepared((db, query: LateQuery) =>
  db
    .selectFrom("tweets as t")
    .select(["t.id", "t.user_id as userId", "t.account_id as accountId"])
    .where("t.state", "=", sql.lit("scheduled"))
    .where("t.due_at", "<", query.before)
    .where((tweet) => tweet.or([tweet("t.publish_type", "=", "immediate"), tweet("t.part_no", ">", sql.lit(1))]))
    .where(wasTriedLate(query.now))
    .where(sql<boolean>`not ${isReady("t", query.now)}`)
    .orderBy("t.due_at")
    .limit(query.limit),
);

/** Immediate tweets and later parts: the gate postpones the others. */
export const listLate = (db: Kysely<Database>, query: LateQuery) => lateOf(db, query);
