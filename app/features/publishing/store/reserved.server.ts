// SQL of what today's scheduled posts will cost: the whole server's, by the zones of their people.
import { type Kysely, sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";

export interface Reserved {
  content: string;
  dueAt: number;
  timeZone: string;
}

const waitingUntil = prepared((db, { until }: { until: number }) =>
  db
    .selectFrom("tweets")
    .innerJoin("users", "users.id", "tweets.user_id")
    .select(["tweets.content", "tweets.due_at as dueAt", "users.timezone as timeZone"])
    .where("tweets.state", "=", sql.lit("scheduled"))
    .where("tweets.due_at", "<", until)
    .$narrowType<{ dueAt: number }>(),
);

/** What waits for a moment before `until`, of everybody. */
export const listReserved = (db: Kysely<Database>, until: number): Promise<Reserved[]> => waitingUntil(db, { until });
