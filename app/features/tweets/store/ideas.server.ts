// SQL of what is not sent: every text that waits for the person, whoever wrote it and whatever became of it, and the bin.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SearchTerm } from "~/features/tweets/search";
import { maxCounted } from "~/features/tweets/tweet";
import { prepared } from "~db/prepared.server";
import { leads } from "~db/leads.server";
import { readInRanges } from "~db/ranges.server";
import type { Database } from "~db/schema";
import { select, toTweet, type Tweet } from "./tweets.server";

type Handle = Kysely<Database>;

/** What of a person's tweets is meant; what is left out, or null, narrows nothing. */
export interface TweetFilter {
  /** The internal id of the account that they would go out as; `serves`: also those that name none. */
  account?: { id: number; serves: boolean } | null;
  batchId?: string | null;
  /** All of them must be in it. */
  terms?: readonly SearchTerm[];
}

export interface IdeaFilter extends TweetFilter {
  state?: "pending" | "failed" | null;
}

export interface IdeaPage {
  /** The newest first. */
  tweets: Tweet[];
  /** Older ones are those before this id; null on the last page. */
  older: number | null;
  /** Where the newer page begins, `first` where that is the first one; null on the first page. */
  newer: number | "first" | null;
}

/** Written out: a partial index is used only for what its own words say. */
const isUnsent = sql<boolean>`tweets.state in ('pending', 'failed') and tweets.discarded_at is null`;
export const isIdea = sql<boolean>`${isUnsent} and ${leads()}`;

const likeAny = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/** An ellipsis and sixteen letters, as the fingerprint of a long text ends: what is behind them stands in the text alone. */
const isBounded = sql<boolean>`tweets.fingerprint like ${`%…${"_".repeat(16)}`}`;

function hasTerm({ folded, typed, spellings }: SearchTerm): RawBuilder<boolean> {
  const isFolded = sql<boolean>`tweets.fingerprint like ${likeAny(folded)} escape '\\'`;
  if (typed === null) {
    const isWritten = spellings.map((word) => sql<boolean>`tweets.content like ${likeAny(word)} escape '\\'`);
    return sql<boolean>`(${isFolded} or (${isBounded} and (${sql.join(isWritten, sql` or `)})))`;
  }
  return sql<boolean>`(${isFolded} or lower(tweets.content) like ${likeAny(typed)} escape '\\')`;
}

/** What `filter` says of a tweet, as conditions that must all hold. */
export function conditionsOf(userId: string, { account, batchId, terms = [] }: TweetFilter): RawBuilder<boolean>[] {
  const conditions = terms.map(hasTerm);
  if (batchId != null) conditions.push(sql<boolean>`tweets.batch_id = ${batchId}`);
  if (account) {
    // By an expression, or SQLite goes by the account's index: past all that it ever sent.
    const isOwn = sql<boolean>`(tweets.account_is_own = 1 and coalesce(tweets.account_id, 0) = ${account.id})`;
    const unlinked = sql`select id from accounts where user_id = ${userId} and unlinked_at is not null`;
    // What is out, or on its way, keeps the account that it went out as.
    const namesNone = sql<boolean>`tweets.state in ('pending', 'failed') and (tweets.account_is_own = 0
      or tweets.account_id is null or tweets.account_id in (${unlinked}))`;
    conditions.push(account.serves ? sql<boolean>`(${isOwn} or ${namesNone})` : isOwn);
  }
  return conditions;
}

/** By an expression where a batch is named, or SQLite goes by the person's index: past all that they ever wrote. */
export const ownedBy = (userId: string, { batchId }: TweetFilter): RawBuilder<boolean> =>
  batchId == null ? sql<boolean>`tweets.user_id = ${userId}` : sql<boolean>`coalesce(tweets.user_id, '') = ${userId}`;

function ideasOf(userId: string, { state, ...filter }: IdeaFilter): RawBuilder<boolean> {
  const conditions = [ownedBy(userId, filter), isIdea, ...conditionsOf(userId, filter)];
  if (state != null) conditions.push(sql<boolean>`tweets.state = ${state}`);
  return sql.join(conditions, sql` and `);
}

/**
 * One page of what the person has not sent. `from` is where it begins: what is older than this id; null: with the
 * newest. By ids, not by numbers of pages: what is sent or written meanwhile moves nothing past the reader.
 */
export async function listUnsent(
  db: Handle,
  userId: string,
  { from, size, ...filter }: IdeaFilter & { from: number | null; size: number },
): Promise<IdeaPage> {
  const which = ideasOf(userId, filter);
  // A batch holds few, and has a way of its own.
  const endOf = (isUp: boolean) => async (after: number | null, range: number) =>
    filter.batchId == null ? nthIdea(db, userId, { from: after, isUp, n: range }) : null;
  const rows = await readInRanges(db, {
    after: from,
    limit: size + 1,
    endOf: endOf(false),
    read({ after, end }, limit) {
      let query = select(db).where(which);
      if (after !== null) query = query.where("tweets.id", "<", after);
      if (end !== null) query = query.where("tweets.id", ">=", end);
      return query.orderBy("tweets.id", "desc").limit(limit).execute();
    },
  });
  // What stood here has been sent meanwhile, or was never here.
  if (rows.length === 0 && from !== null) return listUnsent(db, userId, { ...filter, from: null, size });
  const tweets = rows.slice(0, size).map(toTweet);
  const older = rows.length > size ? (tweets.at(-1)?.id ?? null) : null;
  return {
    tweets,
    older,
    newer: from === null ? null : await newerThan(db, which, { from, size, endOf: endOf(true) }),
  };
}

/** The page above those before `from`: its own beginning is one past its newest. */
async function newerThan(
  db: Handle,
  which: RawBuilder<boolean>,
  {
    from,
    size,
    endOf,
  }: { from: number; size: number; endOf: (after: number | null, range: number) => Promise<number | null> },
): Promise<IdeaPage["newer"]> {
  const rows = await readInRanges(db, {
    after: from - 1,
    limit: size + 1,
    endOf,
    read({ after, end }, limit) {
      let query = db.selectFrom("tweets").select("id").where(which);
      if (after !== null) query = query.where("id", ">", after);
      if (end !== null) query = query.where("id", "<=", end);
      return query.orderBy("id").limit(limit).execute();
    },
  });
  return rows.length === 0 ? null : (rows[size]?.id ?? "first");
}

/** The id of the person's n-th idea above or below one, by their index alone: no text is read, so parts of threads count. */
async function nthIdea(
  db: Handle,
  userId: string,
  { from, isUp, n }: { from: number | null; isUp: boolean; n: number },
): Promise<number | null> {
  let query = db.selectFrom("tweets").select("id").where("user_id", "=", userId).where(isUnsent);
  if (from !== null) query = query.where("id", isUp ? ">" : "<", from);
  const row = await query
    .orderBy("id", isUp ? "asc" : "desc")
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst();
  return row?.id ?? null;
}

const counted = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom((tweets) =>
      tweets.selectFrom("tweets").select("id").where("user_id", "=", userId).where(isIdea).limit(maxCounted).as("few"),
    )
    .select((few) => few.fn.countAll<number>().as("n")),
);

/** How many ideas the person has; at most `maxCounted` are counted. */
export async function countUnsent(db: Handle, userId: string): Promise<number> {
  const [row] = await counted(db, { userId });
  return row?.n ?? 0;
}

export interface BinPage {
  /** What was discarded last comes first. */
  tweets: Tweet[];
  /** Those discarded before are behind this place; null on the last page. */
  older: BinPlace | null;
}

/** The last tweet of a page. */
export interface BinPlace {
  discardedAt: number;
  id: number;
}

/** One page of the person's bin; `from` is the place behind which it begins, null: with what was discarded last. */
export async function listDiscarded(
  db: Handle,
  userId: string,
  { from, size, ...filter }: TweetFilter & { from: BinPlace | null; size: number },
): Promise<BinPage> {
  const isOf = (place: BinPlace, how: "<" | ">=") =>
    sql<boolean>`(tweets.discarded_at, tweets.id) ${sql.raw(how)} (${place.discardedAt}, ${place.id})`;
  const rows = await readInRanges(db, {
    after: from,
    limit: size + 1,
    async endOf(after, range) {
      if (filter.batchId != null) return null;
      let query = db
        .selectFrom("tweets")
        .select(["discarded_at as discardedAt", "id"])
        .where("user_id", "=", userId)
        .where("discarded_at", "is not", null)
        .$narrowType<{ discardedAt: number }>();
      if (after !== null) query = query.where(isOf(after, "<"));
      query = query.orderBy("discarded_at", "desc").orderBy("id", "desc");
      return (
        (await query
          .limit(1)
          .offset(range - 1)
          .executeTakeFirst()) ?? null
      );
    },
    read({ after, end }, limit) {
      let query = select(db).where(ownedBy(userId, filter)).where("tweets.discarded_at", "is not", null).where(leads());
      for (const condition of conditionsOf(userId, filter)) query = query.where(condition);
      if (after !== null) query = query.where(isOf(after, "<"));
      if (end !== null) query = query.where(isOf(end, ">="));
      return query.orderBy("tweets.discarded_at", "desc").orderBy("tweets.id", "desc").limit(limit).execute();
    },
  });
  const tweets = rows.slice(0, size).map(toTweet);
  const last = tweets.at(-1);
  const hasMore = rows.length > size && last?.discardedAt != null;
  return { tweets, older: hasMore ? { discardedAt: last.discardedAt ?? 0, id: last.id } : null };
}

const inBin = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom((tweets) =>
      tweets
        .selectFrom("tweets")
        .select("id")
        .where("user_id", "=", userId)
        .where("discarded_at", "is not", null)
        .where(leads())
        .limit(maxCounted)
        .as("few"),
    )
    .select((few) => few.fn.countAll<number>().as("n")),
);

/** How many tweets the person's bin holds; at most `maxCounted` are counted. */
export async function countDiscarded(db: Handle, userId: string): Promise<number> {
  const [row] = await inBin(db, { userId });
  return row?.n ?? 0;
}
