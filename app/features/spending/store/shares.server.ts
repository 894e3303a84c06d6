// SQL of who shares the daily budget and what each user has spent.
import { sql } from "kysely";
import { days } from "~/ground/time/duration";
import type { Db } from "~db/database.server";
import { prepared } from "~db/prepared.server";
import { preparedRows } from "~db/rows.server";
import { counted } from "./spent.server";

/** A post in flight or without an answer keeps its old time, at most this long before its attempt. */
const orderedBefore = days(7);

/** Finds attempts by the user's tweets; by their own times, each query would read the whole server's day. */
const spentOf = preparedRows({ user: "text", since: "int", from: "int" }, (row, rows) => {
  const outcomes = sql.join(counted.map((outcome) => sql.lit(outcome)));
  return sql<{ user: string; micros: number | string | null }>`
    select ${row.user} as "user", (
      select coalesce(sum(price_micros) filter (where started_at >= ${row.since} and outcome in (${outcomes})), 0)
      from attempts where tweet_id in (
        select id from tweets where user_id = ${row.user} and state <> 'pending' and placed_at >= ${row.from})
    ) + (
      select coalesce(sum(price_micros), 0) from paid_reads where user_id = ${row.user} and read_at >= ${row.since}
    ) + (
      select coalesce(sum(price_micros), 0) from paid_calls where user_id = ${row.user} and made_at >= ${row.since}
    ) + (
      select coalesce(sum(price_micros), 0) from deletions where called_at >= ${row.since}
        and (select user_id from tweets where tweets.id = deletions.tweet_id) = ${row.user}
    ) as micros from ${rows}`;
});

/** Includes amounts that X may have charged, in millionths of a US dollar. Pass each user once. */
export async function sumSpentOfAll(
  db: Db,
  people: readonly { userId: string; since: number }[],
): Promise<Map<string, number>> {
  const rows = people.map(({ userId: user, since }) => ({ user, since, from: since - orderedBefore }));
  return new Map((await spentOf(db, rows)).map(({ user, micros }) => [user, Number(micros ?? 0)]));
}

export interface Sharer {
  id: string;
  email: string;
  timeZone: string;
  setMicros: number | null;
}

const sharers = prepared((_, query: { since: number; until: number }) => {
  const planned = sql`(t.state <> 'scheduled' or t.placed_at < ${query.until} or t.updated_at >= ${query.since})`;
  return sql<Sharer>`
    select id, email, timezone as "timeZone", spend_share_micros as "setMicros" from users as sharer
    where disabled_at is null and (spend_share_micros is not null or exists (
      select 1 from tweets t where t.user_id = sharer.id and t.state <> 'pending' and t.placed_at >= ${query.since} and ${planned}
    ) or exists (select 1 from paid_reads r where r.user_id = sharer.id and r.read_at >= ${query.since}))
    order by created_at, id`;
});

export const listSharers = (db: Db, query: { since: number; until: number }): Promise<Sharer[]> => sharers(db, query);

export async function setShare(db: Db, userId: string, micros: number | null): Promise<void> {
  await db.updateTable("users").set({ spend_share_micros: micros }).where("id", "=", userId).execute();
}
