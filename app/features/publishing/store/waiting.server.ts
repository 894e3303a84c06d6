// SQL of what waits on a person's timelines: the next tweet, which every page names, and the moments that Linnet drew.
import { type Kysely, sql } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

/** Each account's next one is a step of the index of what waits. */
const nextOf = prepared(
  (_, { userId }: { userId: string }) => sql<{ due_at: number | null }>`
  select min((select min(due_at) from tweets where account_id = accounts.id and state = 'scheduled')) as due_at
  from accounts where user_id = ${userId} and status = 'active'`,
);

const nextAtMoment = prepared(
  (_, { userId, at }: { userId: string; at: number }) => sql<{ id: number; content: string }>`
  select tweets.id, tweets.content from accounts join tweets on tweets.account_id = accounts.id
  where accounts.user_id = ${userId} and accounts.status = 'active'
    and tweets.state = 'scheduled' and tweets.due_at = ${at}
  order by tweets.id limit 1`,
);

/** What waits for an account that is held has no moment to be told. */
export async function nextOfUser(db: Handle, userId: string): Promise<WaitingTweet | null> {
  const at = (await nextOf(db, { userId }))[0]?.due_at ?? null;
  const row = at === null ? undefined : (await nextAtMoment(db, { userId, at }))[0];
  return at !== null && row ? { ...row, at } : null;
}

const drawnOf = prepared(
  (_, { userId }: { userId: string }) => sql<WaitingTweet>`
  select id, content, due_at as at from tweets indexed by tweets_waiting
  where account_id in (select id from accounts where user_id = ${userId})
    and state = 'scheduled' and moment_reason is not null order by due_at`,
);

/** What waits on the person's timelines at moments that Linnet drew, the next due first. */
export const listDrawn = (db: Handle, userId: string): Promise<WaitingTweet[]> => drawnOf(db, { userId });

export interface WaitingTweet {
  id: number;
  at: number;
  content: string;
}
