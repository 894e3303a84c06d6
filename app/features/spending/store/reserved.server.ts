// SQL of a user's scheduled posts, to reserve their cost.
import { type Kysely, sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";

export interface Reserved {
  id: number;
  content: string;
  accountId: number;
  dueAt: number;
}

const waitingUntil = prepared((db, { userId, until }: { userId: string; until: number }) =>
  db
    .selectFrom("tweets")
    .select(["id", "content", "account_id as accountId", "due_at as dueAt"])
    .where("user_id", "=", userId)
    .where("state", "=", sql.lit("scheduled"))
    // Redundant, but lets the database use the index that includes the user.
    .where("state", "<>", sql.lit("pending"))
    .where("placed_at", "<", until)
    .$narrowType<{ dueAt: number; accountId: number }>(),
);

/** Parts follow within minutes, so the first part's time is used. */
const followingUntil = prepared(
  (_, { userId, until, now }: { userId: string; until: number; now: number }) => sql<Reserved>`
  select part.id, part.content, first.account_id as "accountId",
    case when first.state = 'scheduled' then first.due_at else ${now} end as "dueAt"
  from threads join tweets as first on first.thread_id = threads.id and first.part_no = 1
    join tweets as part on part.thread_id = threads.id and part.part_no > 1
  where threads.user_id = ${userId} and threads.state = 'going' and part.state = 'pending' and (
    first.state in ('publishing', 'unknown', 'published') or (first.state = 'scheduled' and first.due_at < ${until}))`,
);

export async function listReserved(
  db: Kysely<Database>,
  query: { userId: string; until: number; now: number },
): Promise<Reserved[]> {
  const following = await followingUntil(db, query);
  return [...(await waitingUntil(db, query)), ...following.map((part) => ({ ...part, dueAt: Number(part.dueAt) }))];
}
