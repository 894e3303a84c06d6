// SQL of what is due: which tweets may go now, whose they are, and claiming them.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { among } from "~db/database.server";
import { claimStatement } from "~db/lease.server";
import { prepared } from "~db/prepared.server";
import type { Database, Row } from "~db/schema";
import type { TweetRow } from "./tweets.server";

type Handle = Kysely<Database>;

export interface DueQuery {
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

type Account = Row<"accounts">;

/** A tweet that may go now, with whose it is: what the gate asks and what a send needs. */
export interface DueTweet {
  tweet: Pick<TweetRow, "id" | "content" | "publish_type" | "due_at" | "moment_reason" | "attempts">;
  account: Pick<Account, "id" | "user_id" | "network" | "network_user_id" | "username" | "tokens" | "refused_at">;
  timeZone: string;
}

type DueRow = DueTweet["tweet"] & Omit<DueTweet["account"], "id"> & { account_id: number; timezone: string };

const wanted = sql`t.id, t.content, t.publish_type, t.due_at, t.moment_reason, t.attempts,
  t.account_id, a.user_id, a.network, a.network_user_id, a.username, a.tokens, a.refused_at, u.timezone`;

const earliest = (account: string) => sql`(select id from tweets
  where account_id = ${sql.ref(account)} and state = 'scheduled' order by due_at, id limit 1)`;

/** Whether account `a` may post its tweet `t`: a last post after `until` means that the clock was set back. */
function mayPost(by: DueQuery): RawBuilder<unknown> {
  // As send.server's momentOf.
  const at = sql`max(t.due_at, ${by.now})`;
  return sql`a.status = 'active' and a.unlinked_at is null
    and (a.wait_until is null or a.wait_until <= ${at})
    and not exists (select 1 from tweets p indexed by tweets_publishing
      where p.account_id = a.id and p.state = 'publishing' and p.publish_type = 'scheduled')
    and (a.scheduled_send_at is null or a.scheduled_send_at > ${by.until}
      or a.scheduled_send_at <= ${at} - iif(t.due_at < ${by.awayUntil}, ${by.catchUpGapMs}, ${by.gapMs}))`;
}

/** Whose tweets are due, by the index of what is due; then each account's earliest tweet, which is due as well. */
const due = prepared(
  (_, by: DueQuery) => sql<DueRow>`
    select ${wanted}
    from tweets t
    cross join accounts a on a.id = t.account_id
    cross join users u on u.id = t.user_id
    where t.id in (select t.id
      from (select distinct account_id from tweets indexed by tweets_due
        where state = 'scheduled' and due_at <= ${by.until}) waiting
      cross join accounts a on a.id = waiting.account_id
      cross join tweets t on t.id = ${earliest("a.id")}
      where t.due_at <= ${by.until} and ${mayPost(by)}
      order by t.due_at, t.id limit ${by.limit})`,
);

/**
 * What is due: of each account that may post its earliest tweet, and none where the account's last scheduled post is
 * less than the gap before its moment or one is still on its way.
 * The gap is asked of the earliest alone: asked of all, one with the shorter gap would overtake it.
 */
export async function listDue(db: Handle, by: DueQuery): Promise<DueTweet[]> {
  const rows = await due(db, by);
  // Sorted here: SQLite would write each row down whole for it.
  return rows.sort((one, other) => (one.due_at ?? 0) - (other.due_at ?? 0) || one.id - other.id).map(ofRow);
}

const ofRow = (row: DueRow): DueTweet => ({
  tweet: {
    id: row.id,
    content: row.content,
    publish_type: row.publish_type,
    due_at: row.due_at,
    moment_reason: row.moment_reason,
    attempts: row.attempts,
  },
  account: {
    id: row.account_id,
    user_id: row.user_id,
    network: row.network,
    network_user_id: row.network_user_id,
    username: row.username,
    tokens: row.tokens,
    refused_at: row.refused_at,
  },
  timeZone: row.timezone,
});

export interface Lease {
  id: number;
  token: string;
  /** How often the tweet was tried, this time included. */
  attempts: number;
}

const claiming = prepared((db, { ids, until }: { ids: readonly number[]; until: number }) => {
  const pick = sql`select id from tweets where ${among(db, "id", ids)} and state = 'scheduled'`;
  const claimed = claimStatement("tweets", { state: "publishing", until, pick });
  return sql<Lease>`${claimed} returning id, lease_token as token, attempts`;
});

/** Claims those of `ids` that still wait, until `until`. */
export const claimTweets = (db: Handle, by: { ids: readonly number[]; until: number }): Promise<Lease[]> =>
  claiming(db, by);
