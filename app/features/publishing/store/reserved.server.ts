// SQL of what today's scheduled posts will cost: the whole server's, by the zones of their people.
import { type Kysely, sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";

export interface Reserved {
  id: number;
  content: string;
  accountId: number;
  dueAt: number;
  timeZone: string;
}

const waitingUntil = prepared((db, { until }: { until: number }) =>
  db
    .selectFrom("tweets")
    .innerJoin("users", "users.id", "tweets.user_id")
    .select(["tweets.id", "tweets.content", "tweets.account_id as accountId"])
    .select(["tweets.due_at as dueAt", "users.timezone as timeZone"])
    .where("tweets.state", "=", sql.lit("scheduled"))
    .where("tweets.due_at", "<", until)
    .$narrowType<{ dueAt: number; accountId: number }>(),
);

/** They follow within minutes of the first, which is where they are looked for. */
const followingUntil = prepared(
  (_, { until, now }: { until: number; now: number }) => sql<Reserved>`
  select part.id, part.content, first.account_id as "accountId", users.timezone as "timeZone",
    case when first.state = 'scheduled' then first.due_at else ${now} end as "dueAt"
  from threads join tweets as first on first.thread_id = threads.id and first.part_no = 1
    join tweets as part on part.thread_id = threads.id and part.part_no > 1
    join users on users.id = threads.user_id
  where threads.state = 'going' and part.state = 'pending' and (
    first.state in ('publishing', 'unknown', 'published') or (first.state = 'scheduled' and first.due_at < ${until}))`,
);

/** What waits for a moment before `until`, of everybody, and the parts of threads that follow such or what is out. */
export async function listReserved(db: Kysely<Database>, by: { until: number; now: number }): Promise<Reserved[]> {
  const following = await followingUntil(db, by);
  return [...(await waitingUntil(db, by)), ...following.map((one) => ({ ...one, dueAt: Number(one.dueAt) }))];
}
