// SQL of who shares the day's money, and of what each of them has spent of it.
import { sql } from "kysely";
import { days } from "~/ground/time/duration";
import type { Db } from "~db/database.server";
import { prepared } from "~db/prepared.server";
import { preparedRows } from "~db/rows.server";
import { counted } from "./spent.server";

/** What is in flight, or was never answered, keeps the place of its order: so long before its attempt at most. */
const orderedBefore = days(7);

/**
 * By the person's tweets of that time, whose attempts are few: by the attempts' own moments each question would read the
 * whole server's day. What reading, deleting and pictures cost is by its moment.
 */
const spentOf = preparedRows({ user: "text", since: "int", from: "int" }, (row, rows) => {
  const outcomes = sql.join(counted.map((one) => sql.lit(one)));
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

/**
 * What each of these people has spent, or may have, since a moment of their own: on posts, on reading and deleting them, and
 * on their pictures; millionths of a US dollar. Nobody may come twice.
 */
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
  /** What the operator set; null: an equal part of the rest. */
  setMicros: number | null;
}

const sharers = prepared((_, by: { since: number; until: number }) => {
  const planned = sql`(t.state <> 'scheduled' or t.placed_at < ${by.until} or t.updated_at >= ${by.since})`;
  return sql<Sharer>`
    select id, email, timezone as "timeZone", spend_share_micros as "setMicros" from users as sharer
    where disabled_at is null and (spend_share_micros is not null or exists (
      select 1 from tweets t where t.user_id = sharer.id and t.state <> 'pending' and t.placed_at >= ${by.since} and ${planned}
    ) or exists (select 1 from paid_reads r where r.user_id = sharer.id and r.read_at >= ${by.since}))
    order by created_at, id`;
});

/** Who posted since a moment, planned something since it or for before `until`, or had posts read; and for whom a share is set. */
export const listSharers = (db: Db, by: { since: number; until: number }): Promise<Sharer[]> => sharers(db, by);

export async function setShare(db: Db, userId: string, micros: number | null): Promise<void> {
  await db.updateTable("users").set({ spend_share_micros: micros }).where("id", "=", userId).execute();
}
