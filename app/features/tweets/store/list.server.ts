// SQL of the API's tweet list: filters by state, origin and time, in three orders.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { leads } from "~db/leads.server";
import { rangeSize, readInRanges } from "~db/ranges.server";
import type { Database, TweetState } from "~db/schema";
import { conditionsOf, isIdea, ownedBy, type TweetFilter } from "./ideas.server";
import { select, toTweet, type Tweet } from "./tweets.server";

/** `idea` means pending or failed; `discarded` means in the trash. All other states exclude the trash. */
export type ListedStatus = TweetState | "idea" | "discarded";

export interface ListPlace {
  at: number;
  id: number;
}

export interface TweetQuery extends TweetFilter {
  statuses: readonly ListedStatus[];
  origins: readonly Tweet["origin"][];
  from: number | null;
  to: number | null;
  updatedSince: number | null;
  sort: "-id" | "placed" | "-placed";
  after: ListPlace | null;
  limit: number;
}

/** True for every tweet. A query must repeat it to use the partial indexes of migrations 046 and 058. */
const isListed = sql<boolean>`tweets.created_at > 0`;

export async function listTweets(
  db: Kysely<Database>,
  userId: string,
  { after, limit, ...query }: TweetQuery,
): Promise<{ tweets: Tweet[]; next: ListPlace | null }> {
  const isShort = query.batchId != null || (await hasChangedFew(db, userId, query.updatedSince));
  const rows = await readInRanges(db, {
    after,
    limit: limit + 1,
    endOf: (place, range) => (isShort ? Promise.resolve(null) : nth(db, userId, { ...query, after: place, n: range })),
    read: (range, max) =>
      listed(db, userId, { ...query, ...range, isShort })
        .limit(max)
        .execute(),
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { tweets: rows.slice(0, limit).map(toTweet), next: last ? { at: last.placed_at, id: last.id } : null };
}

async function hasChangedFew(db: Kysely<Database>, userId: string, since: number | null): Promise<boolean> {
  if (since === null) return false;
  const first = db
    .selectFrom("tweets")
    .select("id")
    .where("user_id", "=", userId)
    .where(isListed)
    .where("updated_at", ">=", since);
  const beyond = await first.orderBy("updated_at").limit(1).offset(rangeSize).executeTakeFirst();
  return beyond === undefined;
}

type Filter = Omit<TweetQuery, "after" | "limit">;

function listed(
  db: Kysely<Database>,
  userId: string,
  {
    statuses,
    origins,
    from,
    to,
    updatedSince,
    sort,
    after,
    end,
    isShort,
    ...filter
  }: Filter & { after: ListPlace | null; end: ListPlace | null; isShort: boolean },
) {
  let query = select(db).where(ownedBy(userId, filter)).where(leads()).where(statusOf(statuses));
  if (filter.batchId == null) query = query.where(isListed);
  for (const condition of conditionsOf(userId, filter)) query = query.where(condition);
  if (origins.length > 0) query = query.where("tweets.origin", "in", [...origins]);
  // "+ 0" disables every index but the one of the order, or the rows would have to be sorted.
  const [placedAt, updatedAt] = [
    isShort || sort !== "-id" ? sql<number>`tweets.placed_at` : sql<number>`tweets.placed_at + 0`,
    isShort ? sql<number>`tweets.updated_at` : sql<number>`tweets.updated_at + 0`,
  ];
  if (from !== null) query = query.where(placedAt, ">=", from);
  if (to !== null) query = query.where(placedAt, "<", to);
  if (updatedSince !== null) query = query.where(updatedAt, ">=", updatedSince);
  if (after !== null) query = query.where(isBehind(sort, after));
  if (end !== null) query = query.where(isUpTo(sort, end));
  const direction = directionOf(sort);
  if (sort !== "-id") query = query.orderBy("tweets.placed_at", direction);
  return query.orderBy("tweets.id", direction);
}

const directionOf = (sort: TweetQuery["sort"]) => (sort === "placed" ? "asc" : "desc");

function isBehind(sort: TweetQuery["sort"], { at, id }: ListPlace): RawBuilder<boolean> {
  if (sort === "-id") return sql<boolean>`tweets.id < ${id}`;
  return sort === "placed"
    ? sql<boolean>`(tweets.placed_at, tweets.id) > (${at}, ${id})`
    : sql<boolean>`(tweets.placed_at, tweets.id) < (${at}, ${id})`;
}

function isUpTo(sort: TweetQuery["sort"], { at, id }: ListPlace): RawBuilder<boolean> {
  if (sort === "-id") return sql<boolean>`tweets.id >= ${id}`;
  return sort === "placed"
    ? sql<boolean>`(tweets.placed_at, tweets.id) <= (${at}, ${id})`
    : sql<boolean>`(tweets.placed_at, tweets.id) >= (${at}, ${id})`;
}

async function nth(
  db: Kysely<Database>,
  userId: string,
  { sort, from, to, after, n }: Pick<Filter, "sort" | "from" | "to"> & { after: ListPlace | null; n: number },
): Promise<ListPlace | null> {
  const isById = sort === "-id";
  let query = db
    .selectFrom("tweets")
    .select([isById ? sql<number>`0`.as("at") : "placed_at as at", "id"])
    .where("user_id", "=", userId)
    .where(isListed);
  if (!isById && from !== null) query = query.where("placed_at", ">=", from);
  if (!isById && to !== null) query = query.where("placed_at", "<", to);
  if (after !== null) query = query.where(isBehind(sort, after));
  if (!isById) query = query.orderBy("placed_at", directionOf(sort));
  const row = await query
    .orderBy("id", directionOf(sort))
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst();
  return row ?? null;
}

/** A started thread is reported as publishing, or as failed once stopped, although its first part is published. */
function isIn(states: readonly TweetState[]): RawBuilder<boolean> {
  const wanted = new Set(states);
  const told = (["publishing", "failed"] as const).filter((state) => wanted.has(state) !== wanted.has("published"));
  if (told.length === 0) return isInRow(states);
  const stands = told.map((state) => sql.lit(state === "failed" ? "stopped" : "going"));
  // Avoids "in": most tweets have no thread, and "not (null in …)" is null.
  const isOfThread = sql`tweets.state = 'published' and exists (
    select 1 from threads where threads.id = tweets.thread_id and threads.state in (${sql.join(stands)}))`;
  const isTold = wanted.has("published") ? sql`not (${isOfThread})` : isOfThread;
  return wanted.has("published")
    ? sql<boolean>`(${isInRow(states)} and ${isTold})`
    : sql<boolean>`(${isInRow(states)} or (${isTold}))`;
}

/** A tweet within its five seconds of undo is reported as publishing. */
function isInRow(states: readonly TweetState[]): RawBuilder<boolean> {
  const named = sql<boolean>`tweets.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
  const isSoon = sql`tweets.state = 'scheduled' and tweets.undo_until is not null`;
  const [asScheduled, asPublishing] = [states.includes("scheduled"), states.includes("publishing")];
  if (asScheduled === asPublishing) return named;
  return asScheduled ? sql<boolean>`(${named} and not (${isSoon}))` : sql<boolean>`(${named} or (${isSoon}))`;
}

function statusOf(statuses: readonly ListedStatus[]): RawBuilder<boolean> {
  const isKept = sql<boolean>`tweets.discarded_at is null`;
  if (statuses.length === 0) return isKept;
  const ways: RawBuilder<boolean>[] = [];
  const states = statuses.filter((status): status is TweetState => status !== "idea" && status !== "discarded");
  if (statuses.includes("idea")) ways.push(sql<boolean>`(${isIdea})`);
  if (statuses.includes("discarded")) ways.push(sql<boolean>`tweets.discarded_at is not null`);
  if (states.length > 0) ways.push(sql<boolean>`(${isIn(states)} and ${isKept})`);
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}
