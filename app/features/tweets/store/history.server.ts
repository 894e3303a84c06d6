// SQL of an account's history: everything scheduled or sent, newest id first.
import { type Kysely, sql } from "kysely";
import { leads } from "~db/leads.server";
import { rangeSize, readInRanges } from "~db/ranges.server";
import type { Database } from "~db/schema";
import { select, toTweet, type Tweet } from "./tweets.server";

type Handle = Kysely<Database>;

export interface HistoryFilter {
  limit: number;
  before?: number;
  from?: number;
  to?: number;
}

export async function listHistory(db: Handle, accountId: number, filter: HistoryFilter): Promise<Tweet[]> {
  const { before, from, to, limit } = filter;
  const isNarrow = (from !== undefined || to !== undefined) && !(await hasMany(db, accountId, filter));
  const stretch = (query: ReturnType<typeof historyOf>) =>
    db
      .with(
        (name) => name("history").materialized(),
        () => query,
      )
      .selectFrom("history")
      .selectAll()
      .orderBy("id", "desc")
      .limit(limit)
      .execute();
  const rows = await readInRanges(db, {
    after: before ?? null,
    limit,
    endOf: (after, range) => (isNarrow ? Promise.resolve(null) : nthOf(db, accountId, { after, n: range })),
    read({ after, end }, max) {
      let query = historyOf(db, accountId, filter, isNarrow);
      if (after !== null) query = query.where("tweets.id", "<", after);
      if (end !== null) query = query.where("tweets.id", ">=", end);
      return isNarrow ? stretch(query) : query.orderBy("tweets.id", "desc").limit(max).execute();
    },
  });
  return rows.map(toTweet);
}

/** `isNarrow` reads by time, for few rows. Otherwise it reads by id, and "+ 0" disables the index by time. */
function historyOf(db: Handle, accountId: number, { from, to }: HistoryFilter, isNarrow: boolean) {
  let query = select(db)
    .where("tweets.account_id", "=", accountId)
    .where("tweets.state", "!=", sql.lit("pending"))
    .where("tweets.discarded_at", "is", null)
    .where(leads());
  const at = isNarrow ? sql<number>`tweets.placed_at` : sql<number>`tweets.placed_at + 0`;
  if (from !== undefined) query = query.where(at, ">=", from);
  if (to !== undefined) query = query.where(at, "<", to);
  return query;
}

async function hasMany(db: Handle, accountId: number, { from, to }: HistoryFilter): Promise<boolean> {
  let query = db.selectFrom("tweets").select("id").where("account_id", "=", accountId);
  if (from !== undefined) query = query.where("placed_at", ">=", from);
  if (to !== undefined) query = query.where("placed_at", "<", to);
  return (await query.orderBy("placed_at").limit(1).offset(rangeSize).executeTakeFirst()) !== undefined;
}

async function nthOf(
  db: Handle,
  accountId: number,
  { after, n }: { after: number | null; n: number },
): Promise<number | null> {
  let query = db.selectFrom("tweets").select("id").where("account_id", "=", accountId);
  if (after !== null) query = query.where("id", "<", after);
  const row = await query
    .orderBy("id", "desc")
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst();
  return row?.id ?? null;
}
