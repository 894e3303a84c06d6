// SQL of what is due: which tweets may go now, whose they are, and claiming them.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { among } from "~db/batch.server";
import { hold } from "~db/lease.server";
import { prepared } from "~db/prepared.server";
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
function mayPost(by: DueAsk): RawBuilder<unknown> {
  // As send.server's momentOf.
  const at = sql`max(t.due_at, ${by.now})`;
  return sql`a.status = 'active' and a.unlinked_at is null
    and (a.wait_until is null or a.wait_until <= ${at})
    and not exists (select 1 from tweets p indexed by tweets_held
      where p.account_id = a.id and p.state = 'publishing' and p.publish_type = 'scheduled')
    and (a.scheduled_send_at is null or a.scheduled_send_at > ${by.until}
      or a.scheduled_send_at <= ${at} - iif(t.due_at < ${by.awayUntil}, ${by.catchUpGapMs}, ${by.gapMs}))`;
}

/** When the tweet after the first `far` of what is due falls due; no row where no more are. */
const edge = prepared(
  (_, by: { until: number; far: number }) => sql<{ at: number }>`
    select due_at as at from tweets
    where state = 'scheduled' and due_at <= ${by.until} order by due_at limit 1 offset ${by.far}`,
);

/** Looks at each tweet that is due until a moment, the earliest first. */
const dueUntil = prepared(
  (_, by: DueAsk & { through: number }) => sql<DueRow>`
    select ${wanted}
    from tweets t indexed by tweets_due
    cross join accounts a on a.id = t.account_id
    cross join users u on u.id = t.user_id
    where t.state = 'scheduled' and t.due_at <= ${by.through}
      and t.id = ${earliest("t.account_id")} and ${mayPost(by)}
    order by t.due_at, t.id limit ${by.limit}`,
);

/** Every account with something scheduled, by one step of the index each, however much of it waits. */
const waiting = sql`waiting(account_id) as (
  select min(account_id) from tweets where state = 'scheduled'
  union all
  select (select min(account_id) from tweets where state = 'scheduled' and account_id > waiting.account_id)
    from waiting where waiting.account_id is not null)`;

/** Looks at each account's earliest tweet: which of them are due after a moment. */
const dueAfter = prepared(
  (_, by: DueAsk & { through: number }) => sql<DueRow>`
    with recursive ${waiting}
    select ${wanted}
    from tweets t
    cross join accounts a on a.id = t.account_id
    cross join users u on u.id = t.user_id
    where t.id in (select t.id from waiting
      cross join accounts a on a.id = waiting.account_id
      cross join tweets t on t.id = ${earliest("a.id")}
      where t.due_at > ${by.through} and t.due_at <= ${by.until} and ${mayPost(by)}
      order by t.due_at, t.id limit ${by.limit})`,
);

/**
 * What is due: of each account that may post its earliest tweet, and none where the account's last scheduled post is
 * less than the gap before its moment or one is still on its way.
 * The gap is asked of the earliest alone: asked of all, one with the shorter gap would overtake it.
 *
 * The first `far` of what is due are looked at one by one, which is all there is on most days. Where more are due and
 * these don't fill `limit`, every account is asked for the rest, also those that have nothing to send today.
 */
export async function listDue(db: Handle, by: DueAsk, far = 1_000): Promise<DueTweet[]> {
  const [end] = await edge(db, { until: by.until, far });
  const through = end?.at ?? by.until;
  const rows = await dueUntil(db, { ...by, through });
  if (through < by.until && rows.length < by.limit) {
    const rest = await dueAfter(db, { ...by, through, limit: by.limit - rows.length });
    // Sorted here: SQLite would write each row down whole for it.
    rows.push(...rest.sort((one, other) => (one.due_at ?? 0) - (other.due_at ?? 0) || one.id - other.id));
  }
  return rows.map(ofRow);
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

const claiming = prepared((_, { ids, until }: { ids: readonly number[]; until: number }) => {
  const pick = sql`select id from tweets where ${among("id", ids)} and state = 'scheduled'`;
  const held = hold("tweets", { held: "publishing", until, pick });
  return sql<Lease>`${held} returning id, lease_token as token, attempts`;
});

/** Claims those of `ids` that still wait, until `until`. */
export const claimTweets = (db: Handle, by: { ids: readonly number[]; until: number }): Promise<Lease[]> =>
  claiming(db, by);
