// SQL of what is due: which tweets may go now, whose they are, and claiming them.
import { type Kysely, sql } from "kysely";
import { among } from "~db/batch.server";
import { claim } from "~db/lease.server";
import type { Database, Row } from "~db/schema";
import type { TweetRow } from "./queries.server";

type Handle = Kysely<Database>;

export interface DueAsk {
  now: number;
  /** What falls due until then is listed too: it waits for its moment with its attempt on disk. */
  until: number;
  /** The least time between two scheduled posts of an account. */
  gapMs: number;
  /** The same for what fell due before `awayUntil`, while nobody was looking. */
  catchUpGapMs: number;
  awayUntil: number;
  limit: number;
}

/**
 * Every account with something scheduled, by one step of the index each: however much waits, an account costs the same.
 */
const waiting = sql`waiting(account_id) as (
  select min(account_id) from tweets where state = 'scheduled'
  union all
  select (select min(account_id) from tweets where state = 'scheduled' and account_id > waiting.account_id)
    from waiting where waiting.account_id is not null)`;

/**
 * What is due: of each account that may post its earliest tweet, and none where the account's last scheduled post is
 * less than the gap ago or one is still on its way. A last post in the future means that the clock was set back.
 * The gap is asked of the earliest alone: asked of all, one with the shorter gap would overtake it.
 */
export async function listDue(db: Handle, by: DueAsk): Promise<number[]> {
  const at = sql`max(t.due_at, ${by.now})`;
  const { rows } = await sql<{ id: number }>`
      with recursive ${waiting}
      select t.id from waiting
      cross join accounts a on a.id = waiting.account_id
      cross join tweets t on t.id = (select id from tweets
        where account_id = a.id and state = 'scheduled' order by due_at, id limit 1)
      where t.due_at <= ${by.until}
        and a.status = 'active' and a.unlinked_at is null
        and (a.wait_until is null or a.wait_until <= ${at})
        and not exists (select 1 from tweets p indexed by tweets_held
          where p.account_id = a.id and p.state = 'publishing' and p.publish_type = 'scheduled')
        and (a.scheduled_send_at is null or a.scheduled_send_at > ${by.until}
          or a.scheduled_send_at <= ${at} - iif(t.due_at < ${by.awayUntil}, ${by.catchUpGapMs}, ${by.gapMs}))
      order by t.due_at, t.id limit ${by.limit}`.execute(db);
  return rows.map((row) => row.id);
}

export interface DueTweet {
  tweet: TweetRow;
  account: Row<"accounts">;
  timeZone: string;
}

/** The tweets with whose they are, in the order of `ids`. */
export async function readDue(db: Handle, ids: number[]): Promise<DueTweet[]> {
  const tweets = await db.selectFrom("tweets").selectAll().where(among("id", ids)).execute();
  const accountIds = tweets.flatMap((tweet) => tweet.account_id ?? []);
  const accounts = await db.selectFrom("accounts").selectAll().where(among("id", accountIds)).execute();
  const users = await db
    .selectFrom("users")
    .select(["id", "timezone"])
    .where(among("id", [...new Set(tweets.map((tweet) => tweet.user_id))]))
    .execute();
  const byId = new Map(tweets.map((tweet) => [tweet.id, tweet]));
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const zoneOf = new Map(users.map((user) => [user.id, user.timezone]));
  return ids.flatMap((id) => {
    const tweet = byId.get(id);
    const account = accountOf.get(tweet?.account_id ?? -1);
    return tweet && account ? [{ tweet, account, timeZone: zoneOf.get(tweet.user_id) ?? "UTC" }] : [];
  });
}

/** Claims those of `ids` that still wait, until `until`. */
export const claimTweets = (db: Handle, by: { ids: number[]; until: number }): Promise<TweetRow[]> =>
  claim(db, "tweets", {
    held: "publishing",
    until: by.until,
    pick: sql`select id from tweets where ${among("id", by.ids)} and state = 'scheduled'`,
  });
